-- What moves to the incident that another one becomes part of: also news of which nobody was told yet, and again what that
-- one muted of rules at containers, which is undone with the mute of the whole.
create or replace function incident_told_moves() returns trigger language plpgsql as $$
begin
  update delivery set incident_id = new.merged_into where incident_id = new.id;
  update incident_news set incident_id = new.merged_into where incident_id = new.id and handed_at is null;
  insert into incident_mute (incident_id, user_id, until)
    select new.merged_into, user_id, until from incident_mute where incident_id = new.id
    on conflict (incident_id, user_id) do update set until = greatest(incident_mute.until, excluded.until);
  delete from incident_mute where incident_id = new.id;
  insert into warning_mute (rule_id, container_id, user_id, incident_id, until)
    select rule_id, container_id, user_id, new.merged_into, until from warning_mute where incident_id = new.id
    on conflict (rule_id, container_id, user_id, incident_id)
      do update set until = greatest(warning_mute.until, excluded.until);
  delete from warning_mute where incident_id = new.id;
  insert into incident_notified (incident_id, user_id, severity, is_flapping, notified_at)
    select new.merged_into, user_id, severity, is_flapping, notified_at from incident_notified where incident_id = new.id
    on conflict (incident_id, user_id) do update set
      severity = (array['info', 'warning', 'critical'])[greatest(
        array_position(array['info', 'warning', 'critical'], incident_notified.severity),
        array_position(array['info', 'warning', 'critical'], excluded.severity))],
      is_flapping = incident_notified.is_flapping or excluded.is_flapping,
      notified_at = greatest(incident_notified.notified_at, excluded.notified_at);
  delete from incident_notified where incident_id = new.id;
  update notification set incident_id = new.merged_into where incident_id = new.id;
  perform incident_read_once(new.merged_into);
  return null;
end $$;
