-- Whether loads were cut after a rule had warned of it (docs/decisions/0097).
alter table warning
  -- came: they were; avoided: they were not, and something was done about it; false: they were not; unknown: nobody knows.
  add column outcome text check (outcome in ('came', 'avoided', 'false', 'unknown')),
  add column came_at timestamptz;

-- Up to when a rule that looks at forecasts was held against what came at a container, and how many cuts it had warned of.
create table forecast_score (
  rule_id text not null references warning_rule on delete cascade,
  container_id text not null references container on delete cascade,
  until_at timestamptz not null,
  due_at timestamptz not null,
  warned integer not null default 0,
  missed integer not null default 0,
  primary key (rule_id, container_id)
);
create index forecast_score_container on forecast_score (container_id);
create index forecast_score_due on forecast_score (due_at);
