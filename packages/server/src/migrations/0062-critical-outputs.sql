-- Outputs that may do harm, by target, with whether their fail-safe was proved, as their controller said at its last birth.
alter table container_latest add column critical jsonb;
