-- What was said and muted of an incident goes with it into the one that it becomes part of: whoever was told that it began
-- is told when that one is over, by whichever way the two came together.
create function incident_told_moves() returns trigger language plpgsql as $$
begin
  update delivery set incident_id = new.merged_into where incident_id = new.id;
  insert into incident_mute (incident_id, user_id, until)
    select new.merged_into, user_id, until from incident_mute where incident_id = new.id
    on conflict (incident_id, user_id) do update set until = greatest(incident_mute.until, excluded.until);
  delete from incident_mute where incident_id = new.id;
  return null;
end $$;
create trigger incident_merged_into after update of merged_into on incident for each row
  when (new.merged_into is not null and old.merged_into is distinct from new.merged_into)
  execute function incident_told_moves();

-- What ended of late is asked for in each round, and what ended long ago is deleted.
create index incident_resolved on incident (resolved_at) where resolved_at is not null;
