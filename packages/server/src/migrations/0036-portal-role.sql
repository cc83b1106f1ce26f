-- What the role of a running portal may do. It owns nothing; the owner of the tables gives it this at each start.

create function grant_portal(portal text) returns void language plpgsql as $$
declare
  home text := current_schema();
  relation record;
begin
  execute format('grant usage on schema %I to %I', home, portal);
  for relation in
    select relname as name, relkind as kind, relispartition as is_part from pg_class
    where relnamespace = home::regnamespace and relkind in ('r', 'p', 'v') and relowner = current_user::regrole
  loop
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
revoke all on function grant_portal(text) from public;
