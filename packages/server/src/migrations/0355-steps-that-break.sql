-- Whether versions from before a step can no longer work with the database (docs/decisions/0162).
alter table schema_migration add column breaks boolean not null default true;
