-- Campaigns: many containers are upgraded to one release in waves.

create table upgrade_campaign (
  id text primary key,
  name text not null,
  version text not null references controller_release,
  state text not null default 'draft' check (
    state in ('draft', 'scheduled', 'running', 'soaking', 'halted', 'completed', 'cancelled')
  ),
  -- From 0.
  wave int not null default 0,
  halt_cause text check (halt_cause in ('first_results', 'failures', 'trouble', 'person')),
  -- What was said by whoever halted, resumed or cancelled it last, and who that was.
  reason text,
  changed_by text,
  starts_at timestamptz,
  soak_until timestamptz,
  resumed_at timestamptz,
  -- Whose it is; the account may be gone by now.
  user_id text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index upgrade_campaign_version on upgrade_campaign (version);
create index upgrade_campaign_due on upgrade_campaign (id) where state in ('scheduled', 'running', 'soaking');

create table upgrade_campaign_container (
  campaign_id text not null references upgrade_campaign on delete cascade,
  container_id text not null references container on delete cascade,
  place int not null,
  wave int not null,
  -- The campaign was started and is not over.
  is_open boolean not null default false,
  -- Null: it is not its turn yet.
  upgrade_id text references container_upgrade on delete set null,
  -- It runs this release or a newer one already.
  is_skipped boolean not null default false,
  primary key (campaign_id, container_id)
);
create unique index upgrade_campaign_container_open on upgrade_campaign_container (container_id) where is_open;
create index upgrade_campaign_container_container on upgrade_campaign_container (container_id);
create index upgrade_campaign_container_upgrade on upgrade_campaign_container (upgrade_id);
