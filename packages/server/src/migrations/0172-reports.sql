-- Reports by mail on a schedule (docs/decisions/0108).

create table report (
  id text primary key,
  -- A report shows what its owner sees, and of that what each person sees.
  owner_id text not null references app_user on delete cascade,
  plan jsonb not null,
  -- Null: it is paused.
  next_at timestamptz,
  pause_reason text check (pause_reason in ('paused', 'account', 'gone')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((next_at is null) = (pause_reason is not null))
);
create index report_owner on report (owner_id);
create index report_due on report (next_at) where next_at is not null;

create table report_person (
  report_id text not null references report on delete cascade,
  user_id text not null references app_user on delete cascade,
  -- They want it no more. The row stays when the owner takes them off, so that it holds when they are put on again.
  stopped_at timestamptz,
  is_on boolean not null default true,
  primary key (report_id, user_id)
);
create index report_person_user on report_person (user_id);

-- One report to one person at one instant. Whoever works on it holds the claim until `try_at`.
create table report_sending (
  id bigint generated always as identity primary key,
  report_id text not null references report on delete cascade,
  due_at timestamptz not null,
  user_id text not null references app_user on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped', 'failed')),
  -- A code where it was skipped, the error where it failed.
  reason text,
  attempts integer not null default 0,
  claim uuid,
  -- Null: it is settled.
  try_at timestamptz,
  unique (report_id, due_at, user_id),
  check ((state = 'waiting') = (try_at is not null))
);
create index report_sending_due on report_sending (try_at) where try_at is not null;
create index report_sending_user on report_sending (user_id);
