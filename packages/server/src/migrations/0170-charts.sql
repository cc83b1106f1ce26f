-- Charts that people keep (docs/decisions/0111).

create table chart (
  id text primary key,
  owner_id text not null references app_user on delete cascade,
  definition jsonb not null,
  -- Rises with every change: whoever changes a chart says which one was opened.
  version integer not null default 1,
  -- People of these roles who share a container with the owner see it.
  shared_roles text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- It can be taken back for 30 days.
  deleted_at timestamptz
);
create index chart_owner on chart (owner_id);
create index chart_deleted on chart (deleted_at) where deleted_at is not null;
create index chart_shared on chart using gin (shared_roles) where shared_roles <> '{}' and deleted_at is null;

create table chart_reader (
  chart_id text not null references chart on delete cascade,
  user_id text not null references app_user on delete cascade,
  primary key (chart_id, user_id)
);
create index chart_reader_user on chart_reader (user_id);
