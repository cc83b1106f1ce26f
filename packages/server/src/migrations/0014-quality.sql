-- What is wrong with the data of a container, as the people who see it are told; a row where anything ever was.

create table container_quality (
  container_id text primary key references container on delete cascade,
  -- The controller's clock minus the portal's while its frames are not live for that; null: it is right.
  clock_offset_s double precision,
  clock_since timestamptz,
  -- People are told of it once a day at most.
  clock_told_at timestamptz,
  -- Since the container was registered: messages with a part that can never be stored, frames of an impossible time,
  -- readings that differ from what was stored for their instant before.
  refused bigint not null default 0,
  quarantined bigint not null default 0,
  conflicts bigint not null default 0,
  -- When a metric first found no place among the 512.
  metrics_refused_at timestamptz
);

-- Replaced by clock_offset_s; what it said comes again with the next frame.
alter table container_latest drop column clock_ahead;

-- Rejected parts go after 30 days.
create index rejected_part_at on rejected_part (at);
