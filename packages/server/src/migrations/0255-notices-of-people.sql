-- What concerns one person and no container, such as that a channel of theirs is paused, stands under no container: it is
-- neither listed nor counted with what happened there.
alter table event alter column container_id drop not null;
create index event_of_people on event (at desc) where container_id is null;
update event set container_id = null where code = 'channel.paused';

-- It goes with its person, of whom nothing else says that it is theirs.
create or replace function remove_notifications_of_person() returns trigger language plpgsql as $$
begin
  delete from event using notification n, removed
  where event.container_id is null and n.event_id = event.id and n.created_at = event.received_at and n.user_id = removed.id;
  delete from notification using removed where notification.user_id = removed.id;
  return null;
end $$;
