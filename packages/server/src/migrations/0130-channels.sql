-- Ways by which people are reached outside the portal, and what became of each message (docs/decisions/0095).
create table channel (
  id text primary key,
  user_id text not null references app_user on delete cascade,
  kind text not null check (kind in ('mail', 'push', 'webhook', 'telegram', 'sms')),
  name text not null,
  -- Where it leads, and its secrets, under the portal's key.
  sealed bytea not null,
  -- Tells two that lead to the same place, without telling where.
  target_hash bytea not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  timing text not null check (timing in ('steps', 'at_once')),
  hours jsonb,
  template text,
  created_at timestamptz not null,
  -- Since it last succeeded.
  failures integer not null default 0,
  paused_at timestamptz,
  pause_reason text,
  tested_at timestamptz,
  test_result text,
  -- When it last said something, or may have.
  spoken_at timestamptz,
  unique (user_id, kind, target_hash)
);

-- What has to be told besides incidents: what would have warned while a container was dark.
create table dark_news (
  id text primary key,
  container_id text not null references container on delete cascade,
  -- Whom it concerns.
  user_ids text[] not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  at timestamptz not null,
  data jsonb not null,
  handed_at timestamptz
);
create index dark_news_container on dark_news (container_id);
create index dark_news_waiting on dark_news (at) where handed_at is null;

-- What one channel is told of one piece of news.
create table delivery (
  id bigint generated always as identity primary key,
  -- Incident, kind, news, person, channel and step: the same is never told twice.
  key text not null unique,
  user_id text not null references app_user on delete cascade,
  -- Null: the channel is gone.
  channel_id text references channel on delete set null,
  channel_kind text not null,
  incident_id text references incident on delete cascade,
  dark_news_id text references dark_news on delete cascade,
  kind text not null check (kind in ('raised', 'changed', 'escalation', 'reminder', 'cleared', 'while_dark')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  state text not null check (state in ('queued', 'sending', 'sent', 'retrying', 'failed', 'suppressed')),
  reason text check (state <> 'suppressed' or reason is not null),
  -- When it is sent, tried again, or given up because its process died.
  due_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- The first of those that go together; its number is that of the message.
  message_id bigint,
  sent_at timestamptz,
  -- It was sent, or nobody knows whether it was.
  is_maybe_said boolean not null default false,
  check ((incident_id is null) <> (dark_news_id is null)),
  check ((due_at is not null) = (state in ('queued', 'sending', 'retrying')))
);
create index delivery_due on delivery (due_at) where due_at is not null;
create index delivery_user on delivery (user_id, id desc);
create index delivery_channel on delivery (channel_id, incident_id, id);
create index delivery_incident on delivery (incident_id);
create index delivery_dark_news on delivery (dark_news_id);

-- The key pair by which push services know the portal: made once.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_sealed bytea not null
);
