-- What processes of one portal share: credentials of live connections, who watches what, and who holds a role that runs once.

-- Only the SHA-256 of a password is kept. Ends with its session.
create table live_credential (
  password_hash bytea primary key,
  session_hash bytea not null references session on delete cascade,
  expires_at timestamptz not null
);
create index live_credential_by_session on live_credential (session_hash);

-- Until when someone looks at a container, whose controller sends at once meanwhile.
create table container_watch (
  container_id text primary key references container on delete cascade,
  until timestamptz not null
);

-- Who holds a role that one process at a time may have. The term grows with each change of the holder, and writes of a
-- holder are committed only in its own term.
create table role_lease (
  role text primary key,
  term bigint not null,
  since timestamptz not null,
  holder text not null
);

-- Ingest remembers containers: whoever edits or removes one, the processes hear of it.
create function tell_container_changed() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('offgrid_bus', json_build_array('database', 'containerChanged',
    json_build_object('containerIds', json_build_array(old.id)))::text);
  return null;
end $$;
create trigger container_edited after update of id, zone_name on container
  for each row when (old.* is distinct from new.*) execute function tell_container_changed();
create trigger container_removed after delete on container for each row execute function tell_container_changed();
