-- What people wrote down about a time at a container.

create table note (
  id text primary key,
  container_id text not null references container on delete cascade,
  at timestamptz not null,
  text text not null,
  user_id text references app_user on delete set null,
  written_at timestamptz not null,
  -- For a day it can be taken back.
  deleted_at timestamptz
);
create index note_container on note (container_id, at desc);
create index note_user on note (user_id);
