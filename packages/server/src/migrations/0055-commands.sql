-- The ledger of commands to containers (docs/control.md), and the locks of outputs for people who work on what they feed.

create table command (
  id text primary key,
  container_id text not null references container on delete cascade,
  op text not null,
  -- What it acts on of its target: an output has one open command that switches it and one that locks or releases it.
  kind text not null check (kind in ('switch', 'lock')),
  target text not null,
  args jsonb not null,
  -- The value that confirms it when it is read back.
  wanted jsonb not null,
  state text not null default 'queued' check (
    state in ('queued', 'sent', 'accepted', 'done', 'failed', 'refused', 'expired', 'unknown', 'cancelled')
  ),
  -- The answer came after the state had become unknown.
  is_late boolean not null default false,
  reason text,
  -- What was read back last.
  value jsonb,
  -- Who gave it; the account may be gone by now.
  user_id text not null,
  created_at timestamptz not null,
  -- After this the controller must not carry it out.
  expires_at timestamptz not null,
  -- When the state is over by itself; null: never.
  due_at timestamptz,
  sent_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz
);
create unique index command_open on command (container_id, target, kind) where state in ('queued', 'sent', 'accepted');
create index command_due on command (due_at) where due_at is not null;
create index command_container on command (container_id, created_at);
create index command_created on command (created_at, id);
create index command_last on command (container_id, target, created_at desc, id desc) where kind = 'switch';
create index command_ended on command (ended_at) where ended_at is not null;

create table output_lock (
  container_id text not null references container on delete cascade,
  target text not null,
  state text not null check (state in ('requested', 'held', 'releasing')),
  -- Who asked for it; the account may be gone by now.
  user_id text not null,
  -- Who asked for its release; null: nobody yet.
  released_by text,
  reason text not null,
  since timestamptz not null,
  -- It has left for the controller, which may have it until it says otherwise.
  is_sent boolean not null default false,
  confirmed_at timestamptz,
  -- Why the controller has not confirmed the last change; null: not known yet.
  fault text,
  -- When the controller is asked the next time; null: nothing has to be asked.
  due_at timestamptz,
  primary key (container_id, target)
);
create index output_lock_due on output_lock (due_at) where due_at is not null;
