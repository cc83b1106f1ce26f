-- Sign-in by an organisation's own provider (OpenID Connect). The version before this one neither reads nor writes these
-- tables: people who only have a sign-in there cannot get in by it, and everything else is as it was.
create table person_identity (
  issuer text not null,
  subject text not null,
  user_id text not null references app_user on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index person_identity_user on person_identity (user_id, issuer);

-- What was begun and not finished yet, for some minutes.
create table provider_attempt (
  state_hash bytea primary key,
  -- Of what only the browser knows that began.
  key_hash bytea not null,
  -- Nonce and code verifier, under the portal's key.
  sealed bytea not null,
  -- Of the session to be confirmed; null: a sign-in.
  session_hash bytea references session (token_hash) on delete cascade,
  created_at timestamptz not null
);
create index provider_attempt_session on provider_attempt (session_hash);
create index provider_attempt_created on provider_attempt (created_at);
