-- A customer's message opens a ticket again, or ends its waiting for them: it is said whose it was.

alter table ticket_change add column by_message boolean not null default false;

-- Both are of one transaction, and so of one time.
update ticket_change h set by_id = m.author_id, by_message = true
from ticket_message m
where h.by_id is null and m.ticket_id = h.ticket_id and m.written_at = h.at and not m.is_internal and not m.from_handler;
