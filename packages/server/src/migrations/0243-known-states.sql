-- What a process remembers of the states of a container's rules holds as long as this is the same.
alter table warning_watch add column states_key uuid not null default gen_random_uuid();

-- Deleted rows are told by whoever deletes them: rules and containers that are gone are looked at by nobody.
create function warning_states_added() returns trigger language plpgsql as $$
begin
  update warning_watch set states_key = gen_random_uuid() where container_id in (select container_id from added);
  return null;
end $$;
create trigger warning_states_added after insert on warning_state
  referencing new table as added for each statement execute function warning_states_added();

-- When a rule is due says nothing of its state, and is written by those who do not hold the container.
create function warning_states_changed() returns trigger language plpgsql as $$
begin
  update warning_watch set states_key = gen_random_uuid()
  where container_id in (
    select now_so.container_id from now_so join before using (rule_id, container_id)
    where now_so.fingerprint is distinct from before.fingerprint or now_so.state is distinct from before.state);
  return null;
end $$;
create trigger warning_states_changed after update on warning_state
  referencing old table as before new table as now_so for each statement execute function warning_states_changed();
