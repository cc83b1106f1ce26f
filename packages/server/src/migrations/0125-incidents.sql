-- Warnings that have one cause are one incident (docs/decisions/0093).
create table incident (
  id text primary key,
  state text not null check (state in ('open', 'acknowledged', 'calm', 'resolved')),
  -- What its warnings have in common, and with which one of that kind.
  cause text not null check (cause in ('operator', 'cluster', 'rule', 'change', 'container', 'single')),
  cause_key text not null,
  -- Of the gravest that is open; of one that is over, the gravest it had.
  severity text not null check (severity in ('info', 'warning', 'critical')),
  -- When its first warning was raised.
  began_at timestamptz not null,
  -- Until then its warnings may find another cause, and nobody is told of it.
  gather_until timestamptz not null,
  -- Since when nobody looks after it; null: somebody does, or it is over.
  unattended_since timestamptz,
  calm_since timestamptz,
  resolved_at timestamptz,
  -- When people were told that it began; null: they were not, or were told since that it is over.
  told_at timestamptz,
  last_news_at timestamptz,
  -- It has become larger or graver since the last news.
  has_grown boolean not null default false,
  -- How many steps of escalation were news since nobody looks after it.
  step integer not null default 0,
  reopened integer not null default 0,
  merged_into text references incident on delete set null,
  -- When time alone may change something; null: only a warning or a person may.
  due_at timestamptz
);
create index incident_due on incident (due_at) where due_at is not null;
create index incident_cause on incident (cause_key) where merged_into is null;
create index incident_live on incident (began_at desc) where state <> 'resolved';
create index incident_began on incident (began_at desc);
create index incident_merged on incident (merged_into) where merged_into is not null;

-- A warning is in one incident.
create table incident_member (
  warning_id text primary key references warning on delete cascade,
  incident_id text not null references incident on delete cascade,
  joined_at timestamptz not null,
  -- It says that its container is silent as a whole.
  is_dark boolean not null,
  -- It was raised during works at its container: nobody is told.
  is_quiet boolean not null default false,
  -- A person put it there, and there it stays.
  is_placed boolean not null default false,
  -- As they were then.
  operator text,
  cluster_id text
);
create index incident_member_incident on incident_member (incident_id);

-- What became of an incident, and who did it.
create table incident_entry (
  id bigint generated always as identity primary key,
  incident_id text not null references incident on delete cascade,
  at timestamptz not null,
  kind text not null,
  -- The account may be gone by now.
  user_id text,
  data jsonb not null
);
create index incident_entry_incident on incident_entry (incident_id, id);

-- Until when a person gets no messages of an incident.
create table incident_mute (
  incident_id text not null references incident on delete cascade,
  user_id text not null references app_user on delete cascade,
  until timestamptz not null,
  primary key (incident_id, user_id)
);
create index incident_mute_user on incident_mute (user_id);

-- What people have to be told of incidents. Whoever makes messages of it takes rows that are not handed on yet.
create table incident_news (
  id bigint generated always as identity primary key,
  incident_id text not null references incident on delete cascade,
  kind text not null check (kind in ('raised', 'changed', 'reminder', 'escalation', 'cleared')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  at timestamptz not null,
  data jsonb not null,
  handed_at timestamptz
);
create index incident_news_incident on incident_news (incident_id, id);
create index incident_news_waiting on incident_news (id) where handed_at is null;

-- Warnings, and incidents, of which something changed that decides how the incident stands.
create table incident_stale (
  id bigint generated always as identity primary key,
  warning_id text,
  incident_id text,
  check (num_nonnulls(warning_id, incident_id) = 1)
);

create function incident_warning_stale() returns trigger language plpgsql as $$
begin
  insert into incident_stale (warning_id) values (new.id);
  return null;
end $$;
-- What is only tried, or became known too late, concerns nobody.
create trigger incident_warning_raised after insert on warning for each row
  when (not new.is_shadow and not new.is_late) execute function incident_warning_stale();
create trigger incident_warning_changed after update on warning for each row
  when (not new.is_shadow and not new.is_late
    and (old.severity, old.raised_at, old.cleared_at, old.acknowledged_at, old.acknowledged_until)
      is distinct from (new.severity, new.raised_at, new.cleared_at, new.acknowledged_at, new.acknowledged_until))
  execute function incident_warning_stale();

create function incident_member_stale() returns trigger language plpgsql as $$
begin
  insert into incident_stale (incident_id) values (old.incident_id);
  return null;
end $$;
create trigger incident_member_removed after delete on incident_member for each row
  execute function incident_member_stale();

-- What is open already.
insert into incident_stale (warning_id)
  select id from warning where cleared_at is null and not is_shadow and not is_late order by raised_at, id;
