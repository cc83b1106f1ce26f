-- How long a container may be silent before it counts as lost, and then as just offline (getOfflineSetting).
alter table container
  add column offline_after_s integer not null default 90 check (offline_after_s between 90 and 3600),
  add column just_offline_s integer not null default 900 check (just_offline_s between 120 and 86400),
  add constraint container_offline_order check (just_offline_s > offline_after_s);
