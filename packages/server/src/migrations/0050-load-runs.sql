-- What the readings of the last day showed of the loads of a container, as a list of stretches with or without power
-- (instants in epoch ms), so that a cut is told for a day after its end. Null: they had power all the time.
alter table container_latest add column load_runs jsonb;
