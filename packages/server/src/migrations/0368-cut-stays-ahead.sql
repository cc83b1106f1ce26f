-- is_ahead: a cut was ahead by this forecast, or by one before it and has not become clearly less likely since. It stays where
-- a container goes blind.
alter table container_forecast add column is_ahead boolean not null default false;
