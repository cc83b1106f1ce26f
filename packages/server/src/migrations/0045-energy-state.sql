-- Whether the loads of a container have power, as its readings tell: since when they are cut (null: they are not), the newest
-- readings that show them cut and supplied, and the charge, percent, at which they were last cut and last had power again.
-- older_at: instants, epoch ms, of the row's values that are stale beside the newest.
alter table container_latest
  add column cut_since timestamptz,
  add column cut_at timestamptz,
  add column supplied_at timestamptz,
  add column cut_soc double precision,
  add column back_soc double precision,
  add column older_at jsonb;

-- back_at: when loads that are (or will be) cut are expected to have power again.
alter table container_forecast
  add column back_at timestamptz,
  add column has_generator boolean not null default false;
