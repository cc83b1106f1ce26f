-- Rules that warn people (docs/decisions/0082).
create table warning_rule (
  id text primary key,
  owner_id text not null references app_user on delete cascade,
  -- All containers of this cluster; null: those in warning_rule_container.
  cluster_id text references cluster on delete set null,
  -- The rest of what the rule says.
  rule jsonb not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- How often it could not be judged, and since when it is not judged for that reason.
  failures integer not null default 0,
  paused_at timestamptz
);
create index warning_rule_owner on warning_rule (owner_id);
create index warning_rule_cluster on warning_rule (cluster_id);

create table warning_rule_container (
  rule_id text not null references warning_rule on delete cascade,
  container_id text not null references container on delete cascade,
  primary key (rule_id, container_id)
);
create index warning_rule_container_container on warning_rule_container (container_id);

-- Which rule looks at which container now: it acts with what its owner sees.
create view warning_pair as
  select named.rule_id, named.container_id
  from (
    select r.id as rule_id, r.owner_id, c.id as container_id
    from warning_rule r join container c on c.cluster_id = r.cluster_id
    where r.enabled and r.paused_at is null
    union all
    select r.id, r.owner_id, w.container_id
    from warning_rule r join warning_rule_container w on w.rule_id = r.id
    where r.enabled and r.paused_at is null and r.cluster_id is null
  ) named
  join container c on c.id = named.container_id and c.removed_at is null
  join container_scope s on s.user_id = named.owner_id and s.container_id = named.container_id and s.may_view
  join app_user u on u.id = named.owner_id
  join role on role.id = u.effective_role and 'rules' = any (role.permissions);

-- Up to which frame the rules of a container were judged. Whoever judges holds the row.
create table warning_watch (
  container_id text primary key references container on delete cascade,
  watermark timestamptz not null
);

create table warning_state (
  rule_id text not null references warning_rule on delete cascade,
  container_id text not null references container on delete cascade,
  -- What of rule and container the state belongs to: where that is something else now, it begins again.
  fingerprint text not null,
  state jsonb not null,
  primary key (rule_id, container_id)
);
create index warning_state_container on warning_state (container_id);

-- One time that a rule was true at a container. The id is that of the event by which people were notified.
create table warning (
  id text primary key,
  rule_id text references warning_rule on delete set null,
  container_id text not null references container on delete cascade,
  -- As the rule was then.
  rule_name text not null,
  content text not null,
  note text not null,
  is_shadow boolean not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  attribute text,
  value double precision,
  raised_at timestamptz not null,
  cleared_at timestamptz check (cleared_at >= raised_at),
  close_reason text check (close_reason in ('data', 'rule_changed', 'rule_removed', 'out_of_scope')),
  blind_since timestamptz,
  is_flapping boolean not null default false,
  -- The account may be gone by now.
  acknowledged_by text,
  acknowledged_at timestamptz,
  acknowledged_until timestamptz,
  acknowledge_note text,
  check ((cleared_at is null) = (close_reason is null))
);
create unique index warning_open on warning (rule_id, container_id) where cleared_at is null;
create index warning_rule_of on warning (rule_id);
create index warning_container on warning (container_id, raised_at desc);
create index warning_raised on warning (raised_at desc);

-- Until when a person gets no messages of a rule about a container.
create table warning_mute (
  rule_id text not null references warning_rule on delete cascade,
  container_id text not null references container on delete cascade,
  user_id text not null references app_user on delete cascade,
  until timestamptz not null,
  primary key (rule_id, container_id, user_id)
);
create index warning_mute_container on warning_mute (container_id);
create index warning_mute_user on warning_mute (user_id);
