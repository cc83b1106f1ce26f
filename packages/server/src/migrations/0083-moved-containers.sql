-- Containers that people have moved, until their controllers are asked to go by the new place.

create table container_move (
  container_id text primary key references container on delete cascade,
  -- Who moved it last; the account may be gone by now.
  user_id text not null
);
