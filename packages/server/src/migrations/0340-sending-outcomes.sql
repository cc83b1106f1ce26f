-- When a service that the portal sends with last took something, and what went wrong since: one row each, whichever process
-- sent. The version before this one neither reads nor writes it.
create table sending_outcome (
  service text primary key,
  done_at timestamptz,
  failed_at timestamptz,
  problem text,
  check ((failed_at is null) = (problem is null))
);
