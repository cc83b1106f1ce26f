-- Lists say of each container what is open; of all warnings these are few.
create index warning_open_container on warning (container_id) where cleared_at is null and not is_shadow;
