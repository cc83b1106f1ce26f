-- Which days of a container's summaries changed, in an order that readers can follow: what a portal keeps of them in memory
-- is held against it before each answer. Triggers, so that nothing that writes summaries can forget it.

-- One row per container. Its lock makes writers of one container follow each other, so a revision that can be seen is
-- never preceded by one that cannot be seen yet.
create table rollup_revision (
  container_id text primary key,
  revision bigint not null
);

-- The revision at which a day was last written; rows stay when the summaries go.
create table rollup_change (
  container_id text not null,
  day integer not null,
  revision bigint not null,
  primary key (container_id, day)
);
create index rollup_change_revision on rollup_change (container_id, revision);

create function note_rollup_change() returns trigger language plpgsql as $$
begin
  -- In the order of their names, so that two writers never wait for each other.
  insert into rollup_revision as known (container_id, revision)
  select container_id, 1 from (select distinct container_id from changed order by container_id) as container
  on conflict (container_id) do update set revision = known.revision + 1;
  insert into rollup_change (container_id, day, revision)
  select distinct container_id, changed.day, known.revision from changed join rollup_revision as known using (container_id)
  on conflict (container_id, day) do update set revision = excluded.revision;
  return null;
end $$;

create trigger rollup_day_inserted after insert on rollup_day
  referencing new table as changed for each statement execute function note_rollup_change();
create trigger rollup_day_updated after update on rollup_day
  referencing new table as changed for each statement execute function note_rollup_change();
create trigger rollup_day_deleted after delete on rollup_day
  referencing old table as changed for each statement execute function note_rollup_change();
