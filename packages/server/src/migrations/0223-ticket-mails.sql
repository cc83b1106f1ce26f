-- Who is to learn of a ticket by mail: written with the message, read again when it is due.
create table ticket_mail (
  ticket_id text not null references ticket on delete cascade,
  user_id text not null references app_user on delete cascade,
  -- From this message on.
  since_seq integer not null,
  is_created boolean not null,
  is_closed boolean not null,
  due_at timestamptz not null,
  primary key (ticket_id, user_id)
);
create index ticket_mail_due on ticket_mail (due_at);
create index ticket_mail_user on ticket_mail (user_id);
