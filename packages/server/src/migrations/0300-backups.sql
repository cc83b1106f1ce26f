-- Backups: what is known of the last ones, and what a restored database needs.

-- The last backup of the night, and the last time that one was restored on trial.
create table backup_state (
  what text primary key check (what in ('backup', 'trial')),
  -- The last that was good; null: none yet.
  done_at timestamptz,
  file text,
  bytes bigint,
  -- The last failure since; null: none.
  failed_at timestamptz,
  failure text
);

-- Above it are the versions that are issued next. A restored database does not know which ones controllers have had since.
alter table container_config add column version_floor integer not null default 0;

-- As before, and the portal may read how far identities have come, which a backup keeps.
create or replace function grant_portal(portal text) returns void language plpgsql as $$
declare
  home text := current_schema();
  relation record;
begin
  execute format('grant usage on schema %I to %I', home, portal);
  for relation in
    select relname as name, relkind as kind, relispartition as is_part from pg_class
    where relnamespace = home::regnamespace and relkind in ('r', 'p', 'v', 'S') and relowner = current_user::regrole
  loop
    if relation.kind = 'S' then
      execute format('grant select on sequence %I.%I to %I', home, relation.name, portal);
      continue;
    end if;
    execute format('revoke all on %I.%I from %I', home, relation.name, portal);
    -- Parts are reached through their whole, where its rights count.
    continue when relation.is_part;
    execute format('grant %s on %I.%I to %I',
      case
        when relation.kind = 'v' or relation.name in ('schema_migration', 'audit_month_dropped') then 'select'
        when relation.name in ('audit', 'audit_seal') then 'select, insert'
        else 'select, insert, update, delete'
      end,
      home, relation.name, portal);
  end loop;
  execute format('grant execute on function %I.make_month(text, integer) to %I', home, portal);
  execute format('grant execute on function %I.drop_month(text, integer) to %I', home, portal);
end $$;
