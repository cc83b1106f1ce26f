-- Since when nothing is known of an upgrade; null: it is not silent.
alter table container_upgrade add column silent_at timestamptz;
update container_upgrade set silent_at = coalesce(booted_at, started_at, created_at) where state = 'silent';
