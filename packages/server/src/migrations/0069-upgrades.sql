-- Releases of the controller program, and the upgrade of each container to one of them.

create table controller_release (
  version text primary key,
  seq int not null unique,
  -- The text that was signed, and its signature: what controllers are sent.
  manifest text not null,
  signature text not null,
  -- Where controllers ask for the archive, after the portal's address.
  path text not null unique,
  archive bytea not null,
  notes text not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
-- It is compressed already.
alter table controller_release alter column archive set storage external;

create table container_upgrade (
  id text primary key,
  container_id text not null references container on delete cascade,
  version text not null references controller_release,
  state text not null default 'gated' check (
    state in (
      'gated', 'offered', 'downloading', 'verified', 'installing', 'booted', 'silent', 'healthy', 'rolled_back', 'failed',
      'lapsed', 'cancelled'
    )
  ),
  -- What it waits for while it is gated, as of the last look.
  gates text[] not null default '{}',
  reason text,
  log jsonb not null default '[]',
  progress real not null default 0,
  bytes int not null default 0,
  -- Who asked for it; the account may be gone by now.
  user_id text not null,
  install_at timestamptz,
  created_at timestamptz not null,
  -- When the state is over by itself; null: never.
  due_at timestamptz,
  started_at timestamptz,
  booted_at timestamptz,
  ended_at timestamptz
);
create unique index container_upgrade_open on container_upgrade (container_id) where ended_at is null;
create index container_upgrade_version on container_upgrade (version);
create index container_upgrade_due on container_upgrade (due_at) where due_at is not null;
create index container_upgrade_gated on container_upgrade (id) where state = 'gated';
create index container_upgrade_container on container_upgrade (container_id, created_at);
