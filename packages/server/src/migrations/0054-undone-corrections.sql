-- What a correction speaks about, what undid it, and in which order readings were replaced: an older correction is not
-- undone while a later one that still holds has replaced some of the same readings.

alter table replacement
  -- Metrics whose readings in the span are afterwards those of the new source.
  add column slots integer[] not null default '{}',
  -- The correction that this one undoes.
  add column undoes bigint references replacement (id) on delete set null,
  -- When the undoing had put everything back; until then what it undoes still holds.
  add column undone_at timestamptz;
create index replacement_undoes on replacement (undoes) where undoes is not null;

update replacement set slots = coalesce(
  (select array_agg(distinct slot order by slot) from replaced_reading where replacement_id = id), '{}');

-- The undoing of an import was recorded with the instant at which the import became undone.
update replacement undoing set undoes = undone.id, undone_at = undoing.made_at
from replacement undone join data_import on replacement_id = undone.id
where state = 'undone' and undoing.made_at = data_import.finished_at and undoing.id > undone.id
  and undoing.container_id = undone.container_id
  and undoing.from_at = undone.from_at and undoing.to_at = undone.to_at;

alter table replaced_reading add column place bigint;
update replaced_reading set place = numbered.place
from (select replacement_id, slot, day, row_number() over (order by replacement_id, day, slot) as place
  from replaced_reading) numbered
where replaced_reading.replacement_id = numbered.replacement_id and replaced_reading.slot = numbered.slot
  and replaced_reading.day = numbered.day;
alter table replaced_reading alter column place set not null;
alter table replaced_reading alter column place add generated always as identity;
select setval(pg_get_serial_sequence('replaced_reading', 'place'),
  (select coalesce(max(place), 0) + 1 from replaced_reading), false);
