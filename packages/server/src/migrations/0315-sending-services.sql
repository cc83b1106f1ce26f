-- What people of the portal set instead of the environment's mail server, SMS, Telegram and heartbeat. A row without
-- an envelope says that they removed it: nothing goes out by it, whatever the environment has. No row: as the
-- environment has it, which is also how the version before this one goes on.
create table sending_service (
  service text primary key,
  -- Values by name, under the portal's key: some are passwords.
  sealed bytea,
  changed_at timestamptz not null
);
