-- What a rule finds to be so already when it is saved: when that was, and that the portal has yet to look up since when.
alter table warning
  add column found_at timestamptz,
  add column looks_back boolean not null default false;
create index warning_looks_back on warning (found_at) where looks_back;
