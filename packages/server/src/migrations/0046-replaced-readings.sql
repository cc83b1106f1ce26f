-- What an import put other readings in place of, so that a correction can itself be corrected for 30 days
-- (docs/operations.md). The worker drops it then.

create table replacement (
  id bigint generated always as identity primary key,
  container_id text not null,
  made_at timestamptz not null,
  -- Who did it; the account may be gone by now.
  user_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null
);
create index replacement_made_at on replacement (made_at);

-- The readings of one metric on one UTC day that were replaced, and what stood there: null where there was none.
create table replaced_reading (
  replacement_id bigint not null references replacement (id) on delete cascade,
  slot integer not null,
  -- Days since 1970-01-01 UTC.
  day integer not null,
  at timestamptz[] not null,
  value double precision[] not null,
  primary key (replacement_id, slot, day)
);
