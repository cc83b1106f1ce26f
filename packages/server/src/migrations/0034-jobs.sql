-- Background work: one row per job, whichever process runs it (docs/decisions/0029-jobs-as-rows.md).

create table job (
  kind text not null,
  -- What it is about, such as the number of a mail; empty for work that recurs.
  key text not null,
  -- When it may be taken next: its time, the next try, or the end of the claim on it.
  due_at timestamptz not null default now(),
  -- Known to the process alone that is at work on it.
  claim uuid,
  -- Since it last succeeded.
  attempts integer not null default 0,
  failure text,
  primary key (kind, key)
);
create index job_due on job (kind, due_at);

-- When a mail is handed over, and again after a failure, is said by its job.
insert into job (kind, key, due_at, attempts, failure)
select 'mail', id::text, next_at, attempts, failure from outbox where sealed is not null;
drop index outbox_open;
alter table outbox drop column next_at, drop column attempts;

-- What refers to a row that is removed is found by an index, and so are sessions that are over.
create index notification_event on notification (event_id);
create index session_expires_at on session (expires_at);
create index app_user_effective_role on app_user (effective_role);
create index passkey_challenge_user on passkey_challenge (user_id);
create index cluster_created_by on cluster (created_by);
