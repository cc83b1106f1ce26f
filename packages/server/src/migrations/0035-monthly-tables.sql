-- Audit, events and notifications are kept in a part per UTC month, as frames are, so that old ones are dropped by months.

-- Parts of tables are made and dropped by these two alone, for whoever runs the portal does not own its tables. A month is
-- counted from January 1970, which is 0.
create function make_month(parent text, month integer) returns void
language plpgsql security definer as $$
declare
  home text := current_schema();
  first_day timestamp := timestamp '1970-01-01' + make_interval(months => month);
  next_first_day timestamp := timestamp '1970-01-01' + make_interval(months => month + 1);
  name text := parent || to_char(first_day, '_YYYY_MM');
  bounds text[];
begin
  if parent is null or parent not in ('frame', 'sealed_day', 'chunk', 'audit', 'event', 'notification')
    or month is null or month not between 0 and 9999
  then
    raise exception 'there is no month % of %', month, parent using errcode = '22023';
  end if;
  if to_regclass(format('%I.%I', home, name)) is not null then return; end if;
  -- "part" in ASCII.
  perform pg_advisory_xact_lock(1885434484);
  -- Who made it while we waited is seen by a statement alone: to_regclass may still answer as it did.
  if exists (select from pg_class where relnamespace = home::regnamespace and relname = name) then return; end if;
  if parent in ('sealed_day', 'chunk') then
    bounds := array[(first_day::date - date '1970-01-01')::text, (next_first_day::date - date '1970-01-01')::text];
  else
    bounds := array[first_day::text || '+00', next_first_day::text || '+00'];
  end if;
  -- Attaching takes a lighter lock than making it in place, so readers go on.
  execute format('create table %1$I.%2$I (like %1$I.%3$I including defaults including constraints including storage)',
    home, name, parent);
  execute format('alter table %1$I.%3$I attach partition %1$I.%2$I for values from (%4$L) to (%5$L)',
    home, name, parent, bounds[1], bounds[2]);
  if parent = 'audit' then
    execute format('create trigger audit_append_only_truncate before truncate on %I.%I
      for each statement execute function %1$I.refuse_change()', home, name);
  end if;
end $$;

-- What of the audit was dropped, so that the seals of these lines are known to have nothing left to fit.
create table audit_month_dropped (
  month integer primary key,
  -- The newest line that went.
  through_id bigint not null,
  lines bigint not null,
  dropped_at timestamptz not null default now()
);

-- The audit loses only whole months that ended 90 days ago or earlier and are sealed to their last line.
create function drop_month(parent text, month integer) returns void
language plpgsql security definer as $$
declare
  home text := current_schema();
  name text := parent || to_char(timestamp '1970-01-01' + make_interval(months => month), '_YYYY_MM');
  ended_at timestamptz := (timestamp '1970-01-01' + make_interval(months => month + 1)) at time zone 'UTC';
  newest bigint;
  line_count bigint;
begin
  if parent is null or parent not in ('frame', 'sealed_day', 'chunk', 'audit', 'event', 'notification')
    or month is null or month not between 0 and 9999
  then
    raise exception 'there is no month % of %', month, parent using errcode = '22023';
  end if;
  if to_regclass(format('%I.%I', home, name)) is null then return; end if;
  if parent = 'audit' then
    if ended_at > now() - interval '90 days' then
      raise exception 'the audit of the last 90 days is kept' using errcode = '42501';
    end if;
    lock table audit in access exclusive mode;
    execute format('select max(id), count(*) from %I.%I', home, name) into newest, line_count;
    if newest > (select coalesce(max(audit_id), 0) from audit_seal) then
      raise exception 'lines of the audit that are not sealed are kept' using errcode = '42501';
    end if;
    if newest is not null then
      insert into audit_month_dropped (month, through_id, lines) values (drop_month.month, newest, line_count);
    end if;
  end if;
  execute format('drop table %I.%I', home, name);
end $$;

do $$
declare
  signature text;
begin
  foreach signature in array array['make_month(text, integer)', 'drop_month(text, integer)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', signature, current_schema());
    execute format('revoke all on function %s from public', signature);
  end loop;
end $$;

-- The audit.
alter table audit rename to audit_before;
alter table audit_before rename constraint audit_pkey to audit_before_pkey;
alter sequence audit_id_seq rename to audit_before_id_seq;
drop index audit_at, audit_user, audit_target;

create table audit (
  id bigint generated always as identity,
  at timestamptz not null,
  user_id text,
  email text,
  role text,
  address text,
  request_id text,
  action text not null,
  target text,
  before jsonb,
  after jsonb,
  result text not null,
  primary key (id, at)
) partition by range (at);
create index audit_at on audit (at);
create index audit_user on audit (user_id, id);
create index audit_target on audit (target, id);
create index audit_action on audit (action, id);
-- Of rows, so that it holds in every part, too.
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_append_only_truncate before truncate on audit for each statement execute function refuse_change();
revoke update, delete, truncate on audit from public;

-- Search for words. A PostgreSQL without this extension, or an owner who may not add it, reads the lines instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index audit_words on audit using gin
    (lower(coalesce(email, '') || ' ' || action || ' ' || coalesce(target, '')) gin_trgm_ops);
exception when others then
  raise notice 'the audit is searched without an index: %', sqlerrm;
end $$;

-- Events and notifications, by when the portal had them: the clocks of controllers make no months.
alter table notification rename to notification_before;
alter table notification_before rename constraint notification_pkey to notification_before_pkey;
alter table event rename to event_before;
alter table event_before rename constraint event_pkey to event_before_pkey;
drop index event_container_at, notification_unread, notification_event;

create table event (
  id text not null,
  container_id text not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  code text not null,
  level text not null,
  device text,
  data jsonb not null default '{}',
  boot text,
  seq bigint,
  primary key (id, received_at)
) partition by range (received_at);
create index event_container_at on event (container_id, at desc);
-- An event comes again with the same name when its ack was lost; who stores events looks whether it is there.
create index event_name on event (container_id, boot, seq);

create table notification (
  id text not null,
  user_id text not null,
  event_id text not null,
  kind text not null check (kind in ('event', 'warning')),
  -- The same as received_at of its event.
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (id, created_at),
  unique (event_id, user_id, created_at)
) partition by range (created_at);
create index notification_unread on notification (user_id, kind) where read_at is null;
create index notification_user on notification (user_id);

-- In place of references, which would lock containers and people whenever a month is made or dropped.
create function remove_events_of_container() returns trigger language plpgsql as $$
begin
  delete from notification using event, removed
  where event.container_id = removed.id and notification.event_id = event.id;
  delete from event using removed where event.container_id = removed.id;
  return null;
end $$;
create trigger container_events_removed after delete on container
  referencing old table as removed for each statement execute function remove_events_of_container();

create function remove_notifications_of_person() returns trigger language plpgsql as $$
begin
  delete from notification using removed where notification.user_id = removed.id;
  return null;
end $$;
create trigger app_user_notifications_removed after delete on app_user
  referencing old table as removed for each statement execute function remove_notifications_of_person();

-- The rows that are there.
do $$
declare
  filled record;
begin
  for filled in
    select 'audit' as parent, at from audit_before
    union all select 'event', received_at from event_before
    union all select 'notification', created_at from notification_before
    union all select parent, at from unnest(array['audit', 'event', 'notification']) as parent,
      unnest(array[now(), now() + interval '1 month']) as at
  loop
    perform make_month(filled.parent,
      ((date_part('year', filled.at at time zone 'UTC') - 1970) * 12 + date_part('month', filled.at at time zone 'UTC') - 1)::integer);
  end loop;
end $$;
insert into audit overriding system value
select id, at, user_id, email, role, address, request_id, action, target, before, after, result from audit_before;
select setval(pg_get_serial_sequence('audit', 'id'), greatest((select max(id) from audit_before), 1),
  exists (select 1 from audit_before));
insert into event select id, container_id, at, received_at, code, level, device, data, boot, seq from event_before;
insert into notification select id, user_id, event_id, kind, created_at, read_at from notification_before;
drop table audit_before, notification_before, event_before;
