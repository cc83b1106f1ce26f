-- People are notified of an incident once, however many warnings it has (docs/decisions/0104).

-- Of a warning that a rule raised: that warning; null: of anything else.
alter table event_fan_out add column warning_id text;
-- Before that nobody is notified of it.
alter table event_fan_out add column due_at timestamptz;
update event_fan_out set due_at = received_at;
alter table event_fan_out alter column due_at set not null;
drop index event_fan_out_received;
create index event_fan_out_due on event_fan_out (due_at, event_id);

-- What each person was notified of each incident.
create table incident_notified (
  incident_id text not null references incident on delete cascade,
  user_id text not null references app_user on delete cascade,
  -- The gravest that it was said to be; null: the person was notified since that it is over.
  severity text check (severity in ('info', 'warning', 'critical')),
  is_flapping boolean not null default false,
  notified_at timestamptz not null,
  primary key (incident_id, user_id)
);
create index incident_notified_user on incident_notified (user_id);

-- Incidents that are over, of which people are yet to be notified.
create table incident_over (incident_id text primary key references incident on delete cascade);

create function incident_is_over() returns trigger language plpgsql as $$
begin
  insert into incident_over values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger incident_resolved_now after update of state on incident for each row
  when (new.state = 'resolved' and old.state <> 'resolved' and new.merged_into is null)
  execute function incident_is_over();

alter table notification add column incident_id text;
create index notification_incident on notification (incident_id) where incident_id is not null;

-- Of what was notified of one by one before, the last one is what is left unread.
update notification n set incident_id = m.incident_id from incident_member m where m.warning_id = n.event_id;
insert into incident_notified (incident_id, user_id, severity, notified_at)
  select i.id, n.user_id, case when i.state <> 'resolved' then i.severity end, max(n.notified_at)
  from notification n join incident i on i.id = n.incident_id join app_user u on u.id = n.user_id
  group by i.id, n.user_id;

-- Of several unread notifications of a warning that a person has of one incident, only the last one stays unread.
create function incident_read_once(incident text) returns void language sql as $$
  update notification n set read_at = last.notified_at from notification last
  where n.incident_id = incident and last.incident_id = incident and last.user_id = n.user_id
    and n.kind = 'warning' and last.kind = 'warning' and n.read_at is null and last.read_at is null
    and (last.notified_at, last.id) > (n.notified_at, n.id);
$$;
select incident_read_once(id) from incident;

create or replace function incident_told_moves() returns trigger language plpgsql as $$
begin
  update delivery set incident_id = new.merged_into where incident_id = new.id;
  insert into incident_mute (incident_id, user_id, until)
    select new.merged_into, user_id, until from incident_mute where incident_id = new.id
    on conflict (incident_id, user_id) do update set until = greatest(incident_mute.until, excluded.until);
  delete from incident_mute where incident_id = new.id;
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

-- What is not listed any more is not counted as unread.
create function incident_forgotten() returns trigger language plpgsql as $$
begin
  update notification n set read_at = now() from removed where n.incident_id = removed.id and n.read_at is null;
  return null;
end $$;
create trigger incident_removed after delete on incident
  referencing old table as removed for each statement execute function incident_forgotten();
