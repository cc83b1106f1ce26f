-- Mails about tickets that went out, so that an answer finds its ticket. Without foreign keys: whoever writes mails holds
-- what is planned, and would wait for a ticket whose holder plans the next. What is gone is cleared away by the hour.
create table ticket_mail_sent (
  message_id text primary key,
  ticket_id text not null,
  -- Whom it was written to: they take part in the ticket.
  user_id text not null
);
create index ticket_mail_sent_ticket on ticket_mail_sent (ticket_id, user_id);

-- Mails that arrived for tickets, and what became of each.
create table ticket_mail_in (
  id bigint generated always as identity primary key,
  -- The ticket that it answers. Null: none was found, or it is gone.
  ticket_id text references ticket on delete cascade,
  sender_id text references app_user on delete set null,
  -- SHA-256 of its Message-ID, or of its content where it has none.
  mail_hash bytea not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('message', 'ticket', 'ignored', 'refused')),
  -- Why it was ignored or refused.
  reason text,
  check ((reason is null) = (outcome in ('message', 'ticket')))
);
-- A mail that comes again, at whichever process, is there once.
create unique index ticket_mail_in_once on ticket_mail_in (ticket_id, mail_hash) where outcome in ('message', 'ticket');
create index ticket_mail_in_ticket on ticket_mail_in (ticket_id) where ticket_id is not null;
create index ticket_mail_in_sender on ticket_mail_in (sender_id, ticket_id, received_at) where sender_id is not null;
create index ticket_mail_in_received on ticket_mail_in (received_at);

alter table ticket_message add column by_mail boolean not null default false;
alter table ticket_change add column by_mail boolean not null default false;
