-- Frames that come late make the history of warnings true (docs/decisions/0090).
alter table warning
  -- It became known only when frames came late.
  add column is_late boolean not null default false,
  -- It began or ended at another instant than was known first.
  add column is_revised boolean not null default false;

-- Spans without live frames of containers whose rules may be replayed, until what was missing has come.
create table warning_gap (
  container_id text primary key references container on delete cascade,
  -- The last live frame before the first of them, and the first live frame after the last.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- What was remembered of each rule at the beginning: fingerprint and state by the rule's id.
  states jsonb not null,
  -- How many frames lay in between at the last look, and since when there have been as many.
  frames integer not null default 0,
  quiet_since timestamptz,
  due_at timestamptz not null
);
create index warning_gap_due on warning_gap (due_at);
