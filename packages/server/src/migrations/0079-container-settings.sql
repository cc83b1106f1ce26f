-- What people note about a container, its numbers in their books, and its removal.

alter table container
  add column notes text not null default '',
  add column contacts jsonb not null default '[]',
  add column inventory_id text,
  add column assets jsonb not null default '[]',
  -- Nobody sees it any more, and its controller is refused; a job deletes it with its history 30 days later.
  add column removed_at timestamptz;

-- The number of a removed container can be given to another one: equipment is moved.
alter table container drop constraint container_serial_number_key, drop constraint container_uuid_key;
create unique index container_serial_number_key on container (serial_number) where removed_at is null;
create unique index container_uuid_key on container (uuid) where removed_at is null;
create unique index container_inventory_id_key on container (inventory_id) where removed_at is null;
create index container_removed on container (removed_at) where removed_at is not null;
create index container_previous_secret on container (previous_secret_until) where previous_secret_until is not null;

-- As before, without what is removed. Whoever was assigned to it no longer is.
create or replace view container_scope as
  select u.id as user_id, c.id as container_id, not u.disabled and 'view' = any (r.permissions) as may_view
  from app_user u join role r on r.id = u.effective_role and r.containers = 'all' cross join container c
  where c.removed_at is null
  union all
  select u.id, a.container_id, not u.disabled and 'view' = any (r.permissions)
  from app_user u join role r on r.id = u.effective_role and r.containers = 'assigned'
  join container_user a on a.user_id = u.id;
