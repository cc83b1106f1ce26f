-- People are notified of an event after the transaction that stored it: whoever stores what containers send does not
-- wait for as many rows as there are people.

-- Events of which people are yet to be notified, each gone with the notifications that it became.
create table event_fan_out (
  event_id text primary key,
  -- As of the event.
  received_at timestamptz not null,
  -- Whom it concerns, a list of ids; null: everybody who sees the container then.
  people jsonb
);
create index event_fan_out_received on event_fan_out (received_at, event_id);

-- When people were notified last. Whoever notifies holds this row until the commit, so that what is not seen yet always
-- comes later than what is.
create table notification_clock (
  id boolean primary key default true check (id),
  last_at timestamptz not null
);
insert into notification_clock (last_at) values (date_trunc('milliseconds', now()));

-- When it became the person's; created_at is its event's.
alter table notification add column notified_at timestamptz not null default date_trunc('milliseconds', now());
