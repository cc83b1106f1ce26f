-- What each forecast said that rules look at, so that rules can be tried out on the past.
create table forecast_said (
  container_id text not null references container on delete cascade,
  at timestamptz not null,
  -- Hours until loads are cut; null: they will not be.
  hours double precision,
  lowest_soc double precision,
  chance double precision not null,
  -- It lacked history, or a fresh charge.
  is_unknown boolean not null,
  primary key (container_id, at)
);
create index forecast_said_at on forecast_said (at);

-- What somebody who looked after a warning thought of it.
alter table warning add column feedback text check (feedback in ('useful', 'expected', 'noise'));
