-- What the portal wants a container's controller to run, and what it reports. How the two stand follows from this row.

create table container_config (
  container_id text primary key references container on delete cascade,
  -- Null: nothing was reported, and nobody has asked for anything.
  wanted jsonb,
  wanted_version integer not null default 0,
  -- The version of the controller that it is made of.
  wanted_base integer not null default 0,
  -- Who asked for it; null: it was taken over from the controller. The account may be gone by now.
  wanted_by text,
  wanted_at timestamptz,
  -- What both sides had in common when it was asked for.
  agreed jsonb not null default '{}',
  expires_at timestamptz,
  sent_at timestamptz,
  -- How often it was sent since the controller last said something.
  tries smallint not null default 0,
  -- When a worker looks at it: to have it sent again, or to end it.
  due_at timestamptz,
  lapsed_at timestamptz,
  -- The last report; null: none has come.
  store text,
  version integer not null default 0,
  answered integer not null default 0,
  doc jsonb,
  reported_at timestamptz,
  trial_until timestamptz,
  refused jsonb,
  reverted_version integer,
  reverted_at timestamptz
);
create index container_config_due on container_config (due_at) where due_at is not null;
