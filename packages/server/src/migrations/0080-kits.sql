-- Templates of installed equipment, and which one a container is of.

create table kit (
  id text primary key,
  name text not null,
  -- As in the contract: null where it is not known.
  pv_wp double precision,
  battery_wh double precision,
  inverter_w double precision,
  panels integer,
  strings integer,
  reserve_soc double precision,
  max_load_w double precision,
  created_at timestamptz not null default now()
);
create unique index kit_name_key on kit (lower(name));
-- A container that was removed keeps no kit from being deleted.
alter table container add column kit_id text references kit on delete set null;
create index container_kit on container (kit_id) where kit_id is not null;
