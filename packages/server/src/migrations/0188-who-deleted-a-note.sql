-- Only whoever deleted a note takes that back.

alter table note add column deleted_by text references app_user on delete set null;
create index note_deleted_by on note (deleted_by) where deleted_by is not null;
