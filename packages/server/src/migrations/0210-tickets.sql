-- Tickets: work for people, mostly on a container, and what they write to each other about it.

create table ticket (
  id text primary key,
  -- What stands in its address.
  number bigint generated always as identity unique,
  container_id text references container on delete cascade,
  incident_id text references incident on delete set null,
  -- The one that it goes on with.
  follows_id text references ticket on delete set null,
  author_id text references app_user on delete set null,
  agent_id text references app_user on delete set null,
  -- What the author's program called it when it was sent.
  client_id text,
  subject text not null,
  category text not null
    check (category in ('technical_support', 'customer_service', 'accounting_administrative', 'complaints_comments')),
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  status text not null check (status in ('Unassigned', 'Open', 'Inprogress', 'Closed')),
  waiting_for text not null default 'nobody' check (waiting_for in ('nobody', 'customer', 'part', 'visit')),
  waiting_until timestamptz,
  close_reason text check (close_reason in ('solved', 'duplicate', 'no_answer', 'withdrawn')),
  created_at timestamptz not null,
  -- Of what everybody who sees it learns of.
  updated_at timestamptz not null,
  closed_at timestamptz,
  -- Since when the time for its solution runs, how much support time of that it waited, and since when it waits.
  clock_since timestamptz not null,
  paused_ms bigint not null default 0,
  waiting_since timestamptz,
  -- Null: a handler has written nothing to the customer yet.
  answered_at timestamptz,
  version integer not null default 1,
  -- Of its messages, deleted ones and notes too: each is numbered.
  last_seq integer not null default 0,
  -- Up to here no answer is needed any more.
  reply_settled_seq integer not null default 0,
  check (status = 'Closed' or (agent_id is not null) = (status in ('Open', 'Inprogress'))),
  check ((status = 'Closed') = (closed_at is not null)),
  check ((status = 'Closed') = (close_reason is not null))
);
create index ticket_container on ticket (container_id);
create index ticket_incident on ticket (incident_id) where incident_id is not null;
create index ticket_follows on ticket (follows_id) where follows_id is not null;
create index ticket_agent on ticket (agent_id) where agent_id is not null;
create unique index ticket_client on ticket (author_id, client_id);
create index ticket_updated on ticket (status, updated_at desc);
create index ticket_words on ticket using gin (to_tsvector('simple', subject));

create table ticket_change (
  id bigint generated always as identity primary key,
  ticket_id text not null references ticket on delete cascade,
  at timestamptz not null,
  -- Null: the portal; or the account is gone.
  by_id text references app_user on delete set null,
  field text not null,
  from_value text,
  to_value text
);
create index ticket_change_ticket on ticket_change (ticket_id, id);
create index ticket_change_by on ticket_change (by_id) where by_id is not null;

create table ticket_message (
  id text primary key,
  ticket_id text not null references ticket on delete cascade,
  -- Their order: whoever writes holds the ticket.
  seq integer not null,
  author_id text references app_user on delete set null,
  client_id text not null,
  -- The author handled tickets then.
  from_handler boolean not null,
  -- A note among those who handle tickets.
  is_internal boolean not null,
  text text not null,
  mentions text[] not null default '{}',
  written_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (ticket_id, seq)
);
create unique index ticket_message_client on ticket_message (ticket_id, author_id, client_id);
create index ticket_message_author on ticket_message (author_id) where author_id is not null;
create index ticket_message_words on ticket_message using gin (to_tsvector('simple', text)) where deleted_at is null;

-- Up to which message somebody has read a ticket.
create table ticket_reader (
  ticket_id text not null references ticket on delete cascade,
  user_id text not null references app_user on delete cascade,
  seq integer not null,
  primary key (ticket_id, user_id)
);
create index ticket_reader_user on ticket_reader (user_id);
