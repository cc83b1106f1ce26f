-- Days that are over are kept as columns in place of frames (docs/decisions/0013-sealed-days.md).

-- From here on a row of rollup_dirty stays for as long as its day is open: the container has frames of that day, and
-- `quarters` may have no mark. Sealing a day takes the row away; who writes frames and finds none asks for the sealed day.
insert into rollup_dirty (container_id, day, quarters, mark, since)
select distinct container_id, floor(date_part('epoch', at) / 86400)::integer, repeat('0', 96)::bit(96), 0, to_timestamp(0)
from frame
on conflict do nothing;

-- One row per container and UTC day that is sealed: it has no frames then, and its readings are in `chunk`.
-- Partitions, one per month, are made by the worker.
create table sealed_day (
  container_id text not null,
  -- Days since 1970-01-01 UTC.
  day integer not null,
  frames integer not null,
  -- Instants of the frames and when each was received (core/chunk-codec.ts).
  times bytea not null,
  primary key (container_id, day)
) partition by range (day);

-- The readings of one metric over a sealed day, in the order of its instants; a metric without a reading has no row.
create table chunk (
  container_id text not null,
  slot integer not null,
  day integer not null,
  data bytea not null,
  primary key (container_id, slot, day)
) partition by range (day);

-- They are compressed already.
alter table sealed_day alter column times set storage external;
alter table chunk alter column data set storage external;

-- How far back each tier goes: days before this were dropped, and frames of them are no longer taken.
create table kept_from (
  tier text primary key check (tier in ('readings', 'rollups')),
  day integer not null
);
