-- The same order to several containers, given a few at a time.

create table command_group (
  id text primary key,
  op text not null,
  target text not null,
  args jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'cancelled', 'expired')),
  -- Who began it; the account may be gone by now.
  user_id text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index command_group_running on command_group (created_at) where state = 'running';

create table command_group_member (
  group_id text not null references command_group on delete cascade,
  container_id text not null references container on delete cascade,
  -- Null: none was given, yet or at all. Commands are forgotten before their group.
  command_id text,
  -- Why none was given; null: none was tried yet, or one was given.
  obstacle text,
  primary key (group_id, container_id)
);
create index command_group_member_container on command_group_member (container_id);
