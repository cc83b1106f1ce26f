-- What was known of a container when people were notified of an incident, when a ticket was made, and when somebody asked.
create table evidence_pack (
  id text primary key,
  container_id text not null references container on delete cascade,
  incident_id text references incident on delete set null,
  ticket_id text references ticket on delete cascade,
  version integer not null,
  reason text not null check (reason in ('incident', 'ticket', 'again')),
  asked_at timestamptz not null,
  -- Null: it is being gathered.
  taken_at timestamptz,
  -- The list of its files with their hashes, byte for byte, and its own hash.
  manifest text,
  sha256 text,
  check ((taken_at is null) = (manifest is null) and (taken_at is null) = (sha256 is null))
);
create index evidence_pack_container on evidence_pack (container_id);
create index evidence_pack_ticket on evidence_pack (ticket_id, asked_at) where ticket_id is not null;
create index evidence_pack_incident on evidence_pack (incident_id) where incident_id is not null;
-- An incident has one by itself, whichever process is first.
create unique index evidence_pack_raised on evidence_pack (incident_id) where reason = 'incident';
create index evidence_pack_waiting on evidence_pack (asked_at) where taken_at is null;
create index evidence_pack_loose on evidence_pack (asked_at) where ticket_id is null;

create table evidence_part (
  pack_id text not null references evidence_pack on delete cascade,
  name text not null,
  position smallint not null,
  -- Why it is missing; null: it is there.
  fault text,
  primary key (pack_id, name)
);

create table evidence_file (
  pack_id text not null,
  part text not null,
  position smallint not null,
  name text not null,
  content bytea not null,
  sha256 text not null,
  primary key (pack_id, name),
  foreign key (pack_id, part) references evidence_part on delete cascade
);
create index evidence_file_part on evidence_file (pack_id, part);
