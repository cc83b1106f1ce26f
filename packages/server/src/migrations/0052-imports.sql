-- Files of history that people bring in (docs/recordings.md), from the upload to the report. The worker imports them, so
-- that a long file needs nobody to watch.

create table data_import (
  id bigint generated always as identity primary key,
  container_id text not null references container on delete cascade,
  -- Who brought it; the account may be gone by now.
  user_id text not null,
  name text not null,
  kind text not null,
  sheet integer not null default 0,
  sheets text[] not null default '{}',
  made_at timestamptz not null,
  finished_at timestamptz,
  state text not null default 'uploaded',
  failure text,
  -- The file as lines of text, compressed with gzip; null once it is not needed any more.
  body bytea,
  lines integer not null,
  -- What stands in the file's line 1 is line 1 + line_shift of the body.
  line_shift integer not null default 0,
  -- The mapping and the choices, as the call gave them.
  plan jsonb,
  -- Up to which line of the body the readings are stored (import), or up to which UTC day (correction), and the share of
  -- the work that this is.
  done_until integer not null default 0,
  progress double precision not null default 0,
  -- Counts so far.
  added integer not null default 0,
  completed integer not null default 0,
  conflicts integer not null default 0,
  refused integer not null default 0,
  replaced integer not null default 0,
  -- The first refused lines, and the first instants (epoch ms) at which other readings were found.
  refused_lines jsonb not null default '[]',
  conflicts_at float8[] not null default '{}',
  replacement_id bigint references replacement (id) on delete set null
);
create index data_import_container on data_import (container_id, id);
create index data_import_made_at on data_import (made_at);
create index data_import_replacement on data_import (replacement_id);

-- What the columns of a file mean, by container and names of the columns (SHA-256, in their order).
create table import_mapping (
  container_id text not null references container on delete cascade,
  columns_hash bytea not null,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (container_id, columns_hash)
);
