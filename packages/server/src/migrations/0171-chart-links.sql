-- Links to charts for people without an account (docs/decisions/0112).

create table chart_link (
  id text primary key,
  chart_id text not null references chart on delete cascade,
  -- What it shows is limited to what this person sees at that moment.
  owner_id text not null references app_user on delete cascade,
  -- SHA-256; the token itself is shown once and kept nowhere.
  token_hash bytea not null unique,
  hint text not null,
  -- The chart as it was, with its containers by name: later changes do not widen the link.
  frozen jsonb not null,
  chart_version integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  uses integer not null default 0,
  -- The owner was notified that it ends soon.
  notified_at timestamptz
);
create index chart_link_chart on chart_link (chart_id);
create index chart_link_owner on chart_link (owner_id);
create index chart_link_expiry on chart_link (expires_at);
