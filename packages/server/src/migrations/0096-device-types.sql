-- Types of devices: what each measures, and where its registers are.

create table device_type (
  -- `maker.model`, for good.
  id text primary key,
  name text not null,
  maker text not null,
  -- Null: any model of this maker.
  model text,
  kind text not null,
  -- As in the contract.
  parameters jsonb not null,
  -- Counts the changes: one that was made of an older revision is refused.
  revision integer not null default 1,
  saved_by text references app_user on delete set null,
  saved_at timestamptz not null
);
create index device_type_saved_by on device_type (saved_by) where saved_by is not null;
