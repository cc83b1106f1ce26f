-- A person has the controller of a container read one device once, to try a type of devices out.
create table test_read (
  id text primary key,
  container_id text not null references container on delete cascade,
  device_id text not null,
  -- What stands for # in the parameters of the type.
  device_number text not null,
  -- Types may be deleted, and whoever has the server is no account.
  type_id text not null,
  user_id text not null,
  state text not null check (state in ('queued', 'sent', 'read', 'failed')),
  reason text,
  answer jsonb,
  asked_at timestamptz not null,
  -- Open ones are over then, whether or not a process has noticed.
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'read') = (answer is not null) and (state = 'failed') = (reason is not null))
);
create index test_read_container on test_read (container_id, asked_at);
-- A container has one at a time, whichever process is asked.
create unique index test_read_open on test_read (container_id) where state in ('queued', 'sent');
