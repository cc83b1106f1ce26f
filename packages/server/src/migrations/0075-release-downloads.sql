-- A container loads the archive of its upgrade only, one at a time, and not without end.
alter table container_upgrade
  -- Which download is under way, and until when it holds unless it goes on; null: none.
  add column download_claim text,
  add column download_until timestamptz,
  add column downloads int not null default 0;
