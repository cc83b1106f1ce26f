-- A rule may be muted at a container for itself and with an incident, each until its own time; what an incident muted is
-- undone with it. Null: for itself, as all that was muted before.
alter table warning_mute add column incident_id text references incident on delete cascade;
alter table warning_mute drop constraint warning_mute_pkey;
create unique index warning_mute_of on warning_mute (rule_id, container_id, user_id, incident_id) nulls not distinct;
create index warning_mute_incident on warning_mute (incident_id) where incident_id is not null;

create or replace function incident_told_moves() returns trigger language plpgsql as $$
begin
  update delivery set incident_id = new.merged_into where incident_id = new.id;
  insert into incident_mute (incident_id, user_id, until)
    select new.merged_into, user_id, until from incident_mute where incident_id = new.id
    on conflict (incident_id, user_id) do update set until = greatest(incident_mute.until, excluded.until);
  delete from incident_mute where incident_id = new.id;
  insert into warning_mute (rule_id, container_id, user_id, incident_id, until)
    select rule_id, container_id, user_id, new.merged_into, until from warning_mute where incident_id = new.id
    on conflict (rule_id, container_id, user_id, incident_id)
      do update set until = greatest(warning_mute.until, excluded.until);
  delete from warning_mute where incident_id = new.id;
  return null;
end $$;
