-- People, their settings and sessions.

create table app_user (
  id text primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  password_hash text,
  role text,
  first_name text not null default '',
  last_name text not null default '',
  phone text,
  avatar text,
  disabled boolean not null default false,
  setting jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);

-- Only the SHA-256 of a token is kept: whoever reads this table cannot sign in with it.
create table session (
  token_hash bytea primary key,
  user_id text not null references app_user on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_user on session (user_id);
