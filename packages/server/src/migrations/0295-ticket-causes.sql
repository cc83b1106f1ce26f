-- What was wrong, said as a ticket is closed; and of which other ticket it is a duplicate.
alter table ticket
  add column close_cause text check (close_cause in ('wiring', 'battery', 'panels', 'inverter', 'controller', 'link',
    'weather', 'misuse', 'account', 'not_found', 'other')),
  add column duplicate_of_id text references ticket on delete set null,
  add check (close_cause is null or status = 'Closed'),
  add check (duplicate_of_id is null or (status = 'Closed' and close_reason = 'duplicate' and duplicate_of_id <> id));
create index ticket_duplicate_of on ticket (duplicate_of_id) where duplicate_of_id is not null;
-- Causes are counted of what was closed lately.
create index ticket_closed on ticket (closed_at) where closed_at is not null;
