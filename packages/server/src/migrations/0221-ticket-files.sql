-- Files of messages of tickets.
create table ticket_file (
  id text primary key,
  -- Who brought it: only that person sends it with a message.
  owner_id text references app_user on delete set null,
  -- What the owner's program called it: uploaded again it is there once.
  client_id text not null,
  -- Null: its message has not been sent.
  message_id text references ticket_message on delete cascade,
  position smallint not null default 0,
  name text not null,
  type text not null,
  data bytea not null,
  made_at timestamptz not null,
  unique (owner_id, client_id)
);
create index ticket_file_message on ticket_file (message_id, position) where message_id is not null;
create index ticket_file_waiting on ticket_file (made_at) where message_id is null;
create index ticket_file_brought on ticket_file (owner_id, made_at);
-- Pictures and documents are compressed already.
alter table ticket_file alter column data set storage external;
