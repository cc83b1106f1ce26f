-- What was last wrong with each outside service, whichever process asked it. An answer that came later ends it.
create table outside_problem (
  service text primary key,
  problem text not null,
  at timestamptz not null,
  retry_at timestamptz not null
);
