-- Who deleted a message: its writer, or somebody who handles tickets. Null: nobody did, or that account is gone, or it was
-- deleted before this was noted.
alter table ticket_message add column deleted_by text references app_user on delete set null;
create index ticket_message_deleted_by on ticket_message (deleted_by) where deleted_by is not null;
