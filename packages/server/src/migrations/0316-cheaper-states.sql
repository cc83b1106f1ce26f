-- Each change of a state wrote the container's row twice: once to give it another key, once for how far it was judged. Whoever
-- judges now writes both at once and says so by another `states_key` of the states themselves; for whoever writes states
-- without one, such as an older version, the trigger changes the container's key as before. It looks at single rows: joining
-- old to new ones took seconds where thousands of states changed at once.
alter table warning_state add column states_key uuid;

drop trigger warning_states_changed on warning_state;
drop function warning_states_changed();
create function warning_state_changed() returns trigger language plpgsql as $$
begin
  update warning_watch set states_key = gen_random_uuid() where container_id = new.container_id;
  return null;
end $$;
create trigger warning_state_changed after update of fingerprint, state on warning_state
  for each row when (old.states_key is not distinct from new.states_key
    and (old.fingerprint is distinct from new.fingerprint or old.state is distinct from new.state))
  execute function warning_state_changed();

-- Room for the next version of a row beside it: then no index is written.
alter table warning_watch set (fillfactor = 50);
alter table warning_state set (fillfactor = 80);
