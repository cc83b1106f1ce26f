-- What controllers report. One frame is one row; its values stand in an array by slot (docs/architecture.md).

create table container_metric (
  container_id text not null references container on delete cascade,
  -- Position in frame.v, from 1 as PostgreSQL counts; append-only.
  slot integer not null,
  name text not null,
  unit text,
  kind text,
  primary key (container_id, slot),
  unique (container_id, name)
);

-- The lists of metrics that births announced: a frame that waited on a controller through a restart of the portal still
-- finds the names of its columns.
create table metric_list (
  container_id text not null references container on delete cascade,
  boot text not null,
  mv integer not null,
  names text[] not null,
  seen_at timestamptz not null,
  primary key (container_id, boot, mv)
);

-- Partitions, one per month, are made by ingest when the first frame of a month comes.
create table frame (
  container_id text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  v double precision[] not null,
  primary key (container_id, at)
) partition by range (at);

-- One row per container: what lists and snapshots read, so that they never touch history.
create table container_latest (
  container_id text primary key references container on delete cascade,
  -- Time of the newest live frame.
  at timestamptz,
  -- {"battery.soc": [value, epoch ms], ...}
  live_values jsonb not null default '{}',
  -- The few that lists show stand apart, so that a list of a thousand containers reads no JSON.
  soc double precision,
  solar_power double precision,
  load_power double precision,
  battery_power double precision,
  every_s double precision not null default 60,
  -- Energy of the container's local day `energy_day`.
  energy_day date,
  solar_wh double precision,
  load_wh double precision,
  -- Seconds of that day that were measured.
  energy_measured_s double precision not null default 0,
  -- Link: the MQTT session is up, as its state message and will say.
  linked boolean not null default false,
  birth_number bigint,
  boot text,
  last_contact_at timestamptz,
  clock_ahead boolean not null default false,
  software text,
  config_version integer,
  devices jsonb not null default '[]',
  capabilities jsonb not null default '[]'
);

-- Parts of messages that can never be stored, for support; kept in bounds by the writer.
create table rejected_part (
  id bigint generated always as identity primary key,
  container_id text not null references container on delete cascade,
  at timestamptz not null default now(),
  topic text not null,
  reason text not null,
  detail text
);
create index rejected_part_container on rejected_part (container_id, id);
