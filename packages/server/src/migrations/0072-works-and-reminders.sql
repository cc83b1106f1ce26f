-- Works at containers (docs/control.md): while they are under way, nobody else switches anything there.
create table works (
  id text primary key,
  container_id text not null references container on delete cascade,
  state text not null check (state in ('planned', 'active', 'overrun', 'ended', 'cancelled')),
  -- Who announced them; the account may be gone by now.
  user_id text not null,
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Who ended or cancelled them; null: nobody yet, or time did.
  ended_by text,
  -- When time changes the state; null: never any more.
  due_at timestamptz
);
create index works_due on works (due_at) where due_at is not null;
create index works_container on works (container_id, starts_at desc);
-- Those that are under way, beside what lists read in any case: {worksId, userId, name, reason, since, until}.
alter table container add column works jsonb;

-- When people are reminded of a lock that still stands, and how often that was done: its holder first, then staff.
alter table output_lock add column remind_at timestamptz;
alter table output_lock add column reminded integer not null default 0;
update output_lock set remind_at = since + interval '12 hours';
create index output_lock_remind on output_lock (remind_at) where remind_at is not null;
