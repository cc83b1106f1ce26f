-- Since when both sides of a configuration are the same, and who changed each section of either side last.
-- What is there already has neither: it is not known.

alter table container_config
  add column in_sync_since timestamptz,
  -- By section: {at, by}; by is null where it was taken over from the controller.
  add column wanted_changes jsonb not null default '{}',
  -- By section: when the portal learned of it.
  add column reported_changes jsonb not null default '{}',
  -- What is done by itself about changes on site; null: nothing.
  add column sync_rule jsonb,
  -- When the rule acts; null: there is nothing to do.
  add column sync_due_at timestamptz;
create index container_config_sync_due on container_config (sync_due_at) where sync_due_at is not null;
