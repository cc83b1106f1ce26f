-- is_cut: the loads had no power when the forecast was made, so that it says nothing once they have it again.
-- back: between which instants they are likely to have power again, and whether that is doubtful, as in detail; it stays
-- with back_at where a container goes blind.
alter table container_forecast
  add column is_cut boolean not null default false,
  add column back jsonb;
update container_forecast set back = detail->'dip'->'back' where back_at is not null;
