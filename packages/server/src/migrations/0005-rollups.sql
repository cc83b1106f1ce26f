-- Summaries of frames by quarter hour, and the mark of those that frames have moved on from (docs/decisions/0009).

-- One row per metric and UTC day; the columns hold packed entries of its 96 quarter hours (core/rollup-codec.ts) by sign
-- of the readings. A question reads only the columns that it needs. No foreign key, like frame.
create table rollup_day (
  container_id text not null,
  slot integer not null,
  -- Days since 1970-01-01 UTC.
  day integer not null,
  counts bytea not null,
  sums bytea not null,
  mins bytea not null,
  maxs bytea not null,
  firsts bytea not null,
  lasts bytea not null,
  times bytea not null,
  steps bytea not null,
  -- Only for metrics of power.
  areas bytea,
  primary key (container_id, slot, day)
);

-- Quarter hours that are answered from frames. Every write of frames marks them in its own transaction.
create table rollup_dirty (
  container_id text not null,
  day integer not null,
  quarters bit(96) not null,
  -- The transaction that marked last: tells the worker whether frames came while it computed.
  mark bigint not null,
  -- When the first of these marks was made.
  since timestamptz not null,
  primary key (container_id, day)
) with (fillfactor = 50);

insert into rollup_dirty (container_id, day, quarters, mark, since)
select container_id, floor(date_part('epoch', at) / 86400)::integer, repeat('1', 96)::bit(96), 0, to_timestamp(0)
from frame
group by 1, 2;
