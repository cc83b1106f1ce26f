-- Where controllers reach the process that ingests: it may have been given its port by the system, or by an environment
-- that a program beside it does not have.
create table controller_address (
  is_only boolean primary key default true check (is_only),
  host text not null,
  port integer not null,
  tls boolean not null
);
