-- What names a person can be erased from the audit, and its seals still tell whether anything else was changed.

-- Sealed with its line and gone with what is erased from it, so that nobody finds out by trying what a seal covered. Null in
-- lines of before, and in those from which something was erased.
alter table audit add column salt uuid;
alter table audit alter column salt set default gen_random_uuid();

-- What seals cover after something was erased from their lines. A seal itself is never changed.
create table audit_restated (
  id bigint generated always as identity primary key,
  -- Those of one erasure go together: a line of the audit has the digest of them all.
  erasure text not null,
  audit_id bigint not null references audit_seal,
  hash bytea not null
);
create index audit_restated_seal on audit_restated (audit_id, id);
create index audit_restated_erasure on audit_restated (erasure, id);
create trigger audit_restated_append_only before update or delete or truncate on audit_restated
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_restated from public;

-- Lines are changed by the function below alone, within its transaction, and never in what was done, when, by whom and with
-- what result.
create function refuse_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('offgrid.erasing', true) = pg_current_xact_id()::text
    and (new.id, new.at, new.action, new.result) = (old.id, old.at, old.action, old.result)
    and new.user_id is not distinct from old.user_id and new.role is not distinct from old.role
    and new.request_id is not distinct from old.request_id
  then
    return new;
  end if;
  raise exception 'the table % takes new lines only', tg_table_name using errcode = '42501';
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_line_change();

-- Puts a stand-in wherever the pattern is found in some lines; in those by or about the person also where a whole text of a
-- change is one of their names, which the pattern `exact` finds with its quotes. Both hold for the text of JSON. Returns the
-- lines that changed, rising.
create function erase_in_audit(lines bigint[], person text, pattern text, exact text, stand_in text) returns setof bigint
language plpgsql security definer as $$
begin
  if stand_in is null or stand_in !~ '^Deleted person [0-9a-f]{4,64}$' or person is null then
    raise exception 'there is nobody to erase' using errcode = '22023';
  end if;
  perform set_config('offgrid.erasing', pg_current_xact_id()::text, true);
  return query with changed as (
    update audit line set salt = null,
      email = regexp_replace(line.email, pattern, stand_in, 'gi'),
      target = regexp_replace(line.target, pattern, stand_in, 'gi'),
      before = erased_json(line.before, pattern, case when person in (line.user_id, line.target) then exact end, stand_in),
      after = erased_json(line.after, pattern, case when person in (line.user_id, line.target) then exact end, stand_in)
    where line.id = any(lines)
    returning line.id
  )
  select changed.id from changed order by changed.id;
  perform set_config('offgrid.erasing', '', true);
end $$;

create function erased_json(value jsonb, pattern text, exact text, stand_in text) returns jsonb language sql immutable as $$
  select case when exact is null then regexp_replace(value::text, pattern, stand_in, 'gi')
    else regexp_replace(regexp_replace(value::text, pattern, stand_in, 'gi'), exact, to_json(stand_in)::text, 'gi') end::jsonb
$$;

do $$
begin
  execute format('alter function erase_in_audit(bigint[], text, text, text, text) set search_path = %I, pg_temp', current_schema());
  revoke all on function erase_in_audit(bigint[], text, text, text, text) from public;
end $$;

-- Whom to erase: written when the account is removed, done by a job.
create table person_erasure (
  person_id text primary key,
  -- What stands where they were named.
  stand_in text not null unique,
  -- Envelope under the portal's key of what they were called; empty once nothing is called so.
  sealed bytea,
  asked_at timestamptz not null,
  done_at timestamptz
);

-- As before, with what was added.
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
        when relation.name in ('audit', 'audit_seal', 'audit_restated') then 'select, insert'
        else 'select, insert, update, delete'
      end,
      home, relation.name, portal);
  end loop;
  execute format('grant execute on function %I.make_month(text, integer) to %I', home, portal);
  execute format('grant execute on function %I.drop_month(text, integer) to %I', home, portal);
  execute format('grant execute on function %I.erase_in_audit(bigint[], text, text, text, text) to %I', home, portal);
end $$;
