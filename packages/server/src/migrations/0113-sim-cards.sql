-- The SIM card of a container, as people record it; null: not known.
create table sim_card (
  container_id text primary key references container on delete cascade,
  operator text,
  iccid text,
  phone text,
  apn text,
  bundle_mb int,
  renewal_day int check (renewal_day between 1 and 31),
  expires_on date,
  price_per_mb double precision,
  currency text,
  note text,
  check (bundle_mb is null or renewal_day is not null),
  check (price_per_mb is null or currency is not null)
);
-- A card is in one container.
create unique index sim_card_iccid on sim_card (iccid);
-- Containers that go silent together may have their operator in common.
create index sim_card_operator on sim_card (operator) where operator is not null;

-- Bytes of each container by its local days: what a bundle is counted by.
create table container_traffic_day (
  container_id text not null references container on delete cascade,
  day date not null,
  down_bytes bigint not null,
  up_bytes bigint not null,
  primary key (container_id, day)
);
insert into container_traffic_day (container_id, day, down_bytes, up_bytes)
select container_id, day, day_down_bytes, day_up_bytes from container_traffic;

-- Somebody lets an upgrade load more than is left of the bundle: why, who, and when.
alter table container_upgrade
  add column over_bundle_reason text,
  add column over_bundle_by text,
  add column over_bundle_at timestamptz;
