-- What is wrong with the battery of a container by the readings that it sent last. Null: nothing.
alter table container_latest add column alarms text[];
