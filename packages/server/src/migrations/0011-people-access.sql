-- Roles as data, factors, tokens of mails, the outbox, the audit, and what sessions remember.

-- The five roles of the specification. Priority and scope are fixed; the rest is edited on the page of roles.
create table role (
  id text primary key,
  label text not null,
  priority smallint not null,
  containers text not null check (containers in ('all', 'assigned')),
  selectable boolean not null,
  disabled boolean not null default false,
  permissions text[] not null,
  excludes text[] not null,
  two_step_required boolean not null default false
);
insert into role (id, label, priority, containers, selectable, permissions, excludes) values
  ('super_admin', 'Offgrid Super Admin', 0, 'all', false,
    '{view,control,configure,register,upgrade,kit,device,users,roles,rules,rules_others,clusters,charts,automation,tickets,tickets_handle,settings,audit}', '{}'),
  ('admin', 'Offgrid Administrator', 1, 'all', false,
    '{view,control,configure,register,upgrade,kit,device,users,rules,rules_others,clusters,charts,automation,tickets,tickets_handle,settings,audit}', '{}'),
  ('offgrid_staff', 'Offgrid Site Manager', 2, 'assigned', true,
    '{view,charts,tickets,rules,control,configure,clusters,automation,users,register,upgrade,kit,tickets_handle}', '{9_2_2,9_5}'),
  ('user', 'Customer Account', 3, 'assigned', true,
    '{view,charts,tickets,rules,control,configure,clusters,automation,users}', '{9_3,9_4,9_5,9_2_2}'),
  ('customer_staff', 'Customer''s Staff', 4, 'assigned', true,
    '{view,charts,tickets,rules}', '{9_3,9_4,9_5,9_2_2,7}');

alter table app_user
  -- A missing or unknown role has the rights of customer_staff.
  add column effective_role text not null references role
    generated always as (case when role in ('super_admin', 'admin', 'offgrid_staff', 'user') then role else 'customer_staff' end) stored,
  -- Counts once the link of its mail was followed.
  add column pending_email text check (pending_email = lower(pending_email)),
  add column created_by text references app_user on delete set null,
  -- Envelopes under the portal's key, never the secret itself.
  add column totp_sealed bytea,
  add column totp_pending_sealed bytea,
  add column totp_last_step bigint not null default 0;
create index app_user_created_by on app_user (created_by);

alter table session
  -- Names the session in lists; opens nothing.
  add column id text not null unique default gen_random_uuid()::text,
  add column address text,
  add column agent text,
  -- When the person last proved who they are, at the sign-in or since.
  add column confirmed_at timestamptz;

create table recovery_code (
  user_id text not null references app_user on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkey (
  id text primary key,
  user_id text not null references app_user on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Each is used once.
create table passkey_challenge (
  challenge text primary key,
  -- Whose new passkey it is for; null: to sign in or confirm with one.
  user_id text references app_user on delete cascade,
  expires_at timestamptz not null
);

-- Links in mails: SHA-256 of the token, used once.
create table mail_token (
  token_hash bytea primary key,
  kind text not null check (kind in ('invite', 'verify', 'reset', 'setup')),
  user_id text references app_user on delete cascade,
  email text,
  expires_at timestamptz not null
);
create index mail_token_user on mail_token (user_id, kind);

-- Networks from which a person signed in: they get in while others guess.
create table login_network (
  user_id text not null references app_user on delete cascade,
  network text not null,
  succeeded_at timestamptz not null,
  primary key (user_id, network)
);

-- Mails on their way: written in the transaction that they tell about, sent after its commit.
create table outbox (
  id bigint generated always as identity primary key,
  -- The same mail is never written twice.
  key text not null unique,
  -- Envelope of recipient, subject and text under the portal's key, for it may hold a link; empty once sent.
  sealed bytea,
  created_at timestamptz not null,
  next_at timestamptz not null,
  -- Of no use to anyone afterwards: not sent any more.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failure text
);
create index outbox_open on outbox (next_at) where sealed is not null;

create table portal_setting (
  name text primary key,
  value jsonb not null
);

-- Who did what. Lines are added and never changed.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text,
  email text,
  role text,
  address text,
  request_id text,
  action text not null,
  target text,
  before jsonb,
  after jsonb,
  result text not null
);
create index audit_at on audit (at);
create index audit_user on audit (user_id, id);
create index audit_target on audit (target, id);

-- Each seal covers the lines up to `audit_id` and the seal before it.
create table audit_seal (
  audit_id bigint primary key,
  lines integer not null,
  sealed_at timestamptz not null,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % takes new lines only', tg_table_name using errcode = '42501';
end $$;
create trigger audit_append_only before update or delete or truncate on audit for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();
revoke update, delete, truncate on audit, audit_seal from public;
