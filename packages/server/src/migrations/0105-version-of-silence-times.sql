-- Two people who change when a container counts as lost must not undo each other unseen.
alter table container add column silence_version integer not null default 0;
