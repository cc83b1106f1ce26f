-- Judging warnings costs only what has come or is due (docs/decisions/0089).

-- A row for each rule and container that it looks at now. What is not judged yet has no fingerprint.
alter table warning_state
  alter column fingerprint drop not null,
  alter column state drop not null,
  -- When time alone may change something, at the earliest; null: only what comes may.
  add column due_at timestamptz;
create index warning_state_due on warning_state (due_at) where due_at is not null;
create index warning_state_fresh on warning_state (container_id) where fingerprint is null;

alter table warning_rule
  -- At which container it failed last: that it is judged well there is what makes it sound again.
  add column failed_container_id text,
  add column types jsonb not null generated always as (jsonb_path_query_array(rule, '$.conditions[*].type')) stored;

-- Up to when events, commands and forecasts have made rules due that look at them.
create table warning_wake (
  is_only boolean primary key default true check (is_only),
  until_at timestamptz not null
);
insert into warning_wake (until_at) values (now());
create index event_received on event (received_at);

-- Rules, containers and people of which something changed that decides which rule looks at which container.
create table warning_stale (
  id bigint generated always as identity primary key,
  rule_id text,
  container_id text,
  user_id text,
  check (num_nonnulls(rule_id, container_id, user_id) = 1)
);

create function warning_rule_stale() returns trigger language plpgsql as $$
begin
  insert into warning_stale (rule_id) values (old.id);
  return null;
end $$;
create trigger warning_rule_changed after update on warning_rule for each row
  when ((old.owner_id, old.cluster_id, old.enabled, old.paused_at)
    is distinct from (new.owner_id, new.cluster_id, new.enabled, new.paused_at))
  execute function warning_rule_stale();
create trigger warning_rule_removed after delete on warning_rule for each row execute function warning_rule_stale();

create function warning_container_stale() returns trigger language plpgsql as $$
begin
  insert into warning_stale (container_id) values (new.id);
  return null;
end $$;
create trigger warning_container_added after insert on container for each row
  when (new.cluster_id is not null) execute function warning_container_stale();
create trigger warning_container_changed after update of cluster_id, removed_at on container for each row
  when ((old.cluster_id, old.removed_at) is distinct from (new.cluster_id, new.removed_at))
  execute function warning_container_stale();

create function warning_assignment_stale() returns trigger language plpgsql as $$
begin
  insert into warning_stale (container_id) select distinct container_id from assigned;
  return null;
end $$;
create trigger warning_assigned after insert on container_user
  referencing new table as assigned for each statement execute function warning_assignment_stale();
create trigger warning_unassigned after delete on container_user
  referencing old table as assigned for each statement execute function warning_assignment_stale();

create function warning_person_stale() returns trigger language plpgsql as $$
begin
  insert into warning_stale (user_id) values (new.id);
  return null;
end $$;
create trigger warning_person_changed after update of disabled, effective_role on app_user for each row
  when ((old.disabled, old.effective_role) is distinct from (new.disabled, new.effective_role))
  execute function warning_person_stale();

create function warning_role_stale() returns trigger language plpgsql as $$
begin
  insert into warning_stale (user_id)
    select distinct u.id from app_user u join warning_rule r on r.owner_id = u.id where u.effective_role = new.id;
  return null;
end $$;
create trigger warning_role_changed after update of permissions, containers on role for each row
  when ((old.permissions, old.containers) is distinct from (new.permissions, new.containers))
  execute function warning_role_stale();

-- What is there already is looked at once more.
insert into warning_stale (rule_id) select id from warning_rule;
update warning_state set due_at = now();
