-- What people call the outputs of a container (docs/decisions/0071). One row of each, so that two who save at once wait for
-- each other, and a list sees by the version of the row that a name has changed.
create table output_names (
  container_id text primary key references container on delete cascade,
  -- By target: {name, feeds}.
  names jsonb not null
);
