-- Outputs that protection kept off when the forecast was made: one that was made with others counts loads that are off, or
-- leaves out some that are on. Null: none.
alter table container_forecast add column cut_outputs text[];
