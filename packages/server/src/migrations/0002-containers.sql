-- Containers: what people entered about them, who may see them, and the credential of their controller.

create table container (
  id text primary key,
  name text not null,
  serial_number text not null unique,
  uuid uuid unique,
  latitude double precision,
  longitude double precision,
  address text,
  zone_name text not null default 'UTC',
  secret_hash bytea not null,
  -- The secret before a rotation stays valid until then.
  previous_secret_hash bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null default now()
);

create table container_user (
  container_id text not null references container on delete cascade,
  user_id text not null references app_user on delete cascade,
  primary key (container_id, user_id)
);
create index container_user_user on container_user (user_id);
