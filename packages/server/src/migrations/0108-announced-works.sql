-- Containers whose works have changed since their controllers were asked to go by them.
create table works_change (
  container_id text primary key references container on delete cascade
);
