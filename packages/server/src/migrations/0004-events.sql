-- Dated facts from the sites, and the messages about them to people.

create table event (
  id text primary key,
  container_id text not null references container on delete cascade,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  code text not null,
  level text not null,
  device text,
  data jsonb not null default '{}',
  boot text,
  seq bigint,
  unique (container_id, boot, seq)
);
create index event_container_at on event (container_id, at desc);

create table notification (
  id text primary key,
  user_id text not null references app_user on delete cascade,
  event_id text not null references event on delete cascade,
  kind text not null check (kind in ('event', 'warning')),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, event_id)
);
create index notification_unread on notification (user_id, kind) where read_at is null;
