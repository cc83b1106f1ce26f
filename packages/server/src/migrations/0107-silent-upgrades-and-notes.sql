-- Whoever went silent is asked again by a job; `due_at` is when.
update container_upgrade set due_at = silent_at + interval '1 hour' where state = 'silent' and due_at is null;

-- What is new in a release, by language. Until now nobody has said in which it is.
alter table controller_release alter column notes type jsonb
  using case when notes = '' then '{}'::jsonb else jsonb_build_object('en', notes) end;
