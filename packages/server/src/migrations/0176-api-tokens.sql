-- Tokens with which programs make calls for a person (docs/decisions/0115).

create table api_token (
  id text primary key,
  -- What it may do is limited to what this person may do at that moment.
  user_id text not null references app_user on delete cascade,
  name text not null,
  -- SHA-256; the token itself is shown once and kept nowhere.
  token_hash bytea not null unique,
  hint text not null,
  permissions text[] not null,
  may_change boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text
);
create index api_token_user on api_token (user_id);
