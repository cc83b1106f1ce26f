-- What a delivery says is kept with it as it was, whatever becomes of its incident, its rule or its container afterwards.
alter table delivery
  -- Its title: what was warned of and where first, and at how many containers; null: its person saw nothing of it.
  add column about jsonb,
  -- Its incident when it became news, and when it was put into words: that may be part of another one by now.
  add column news_of text,
  add column said_of text,
  -- When it was put into words: it says what was so then.
  add column worded_at timestamptz,
  -- It was said of another incident, of which this one was a part: nothing was sent for it.
  add column is_carried boolean not null default false;
create index delivery_said on delivery (said_of, channel_id) where is_maybe_said;

update delivery d set news_of = d.incident_id, is_carried = d.key like '% split %',
  said_of = case when d.is_maybe_said then d.incident_id end,
  worded_at = case when d.is_maybe_said then coalesce(d.sent_at, d.created_at) end,
  about = coalesce(
    (select jsonb_build_object('content', w.content, 'containerId', c.id, 'containerName', c.name, 'containers',
        (select count(distinct every.container_id) from incident_member o join warning every on every.id = o.warning_id
          where o.incident_id = d.incident_id))
      from incident_member m join warning w on w.id = m.warning_id join container c on c.id = w.container_id
      where m.incident_id = d.incident_id order by w.raised_at, w.id limit 1),
    (select jsonb_build_object('content', null, 'containerId', c.id, 'containerName', c.name, 'containers', 1)
      from dark_news n join container c on c.id = n.container_id where n.id = d.dark_news_id));

-- Where a warning was before it came to the incident where it is.
create table incident_past (
  warning_id text not null references warning on delete cascade,
  incident_id text not null references incident on delete cascade,
  joined_at timestamptz not null,
  -- Infinity: it went with all of that incident, of which nothing is said any more.
  left_at timestamptz not null,
  primary key (warning_id, incident_id, joined_at)
);
create index incident_past_incident on incident_past (incident_id);

create function incident_member_moved() returns trigger language plpgsql as $$
begin
  insert into incident_past (warning_id, incident_id, joined_at, left_at)
    values (old.warning_id, old.incident_id, old.joined_at,
      case when new.joined_at > old.joined_at then new.joined_at else 'infinity' end)
    on conflict (warning_id, incident_id, joined_at) do update set left_at = greatest(incident_past.left_at, excluded.left_at);
  return null;
end $$;
create trigger incident_member_moves after update of incident_id on incident_member for each row
  when (old.incident_id <> new.incident_id) execute function incident_member_moved();

-- Who put it where it is, or something beside it, with how grave it was then (1 to 3): they know of it.
alter table incident_member add column seen_by jsonb not null default '{}';
