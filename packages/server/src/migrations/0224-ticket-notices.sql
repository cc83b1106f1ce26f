-- Of which of its times somebody was notified that it runs out: once for each time that its clock began.
create table ticket_notice (
  ticket_id text not null references ticket on delete cascade,
  timer text not null check (timer in ('answer', 'solution')),
  mark text not null check (mark in ('near', 'over')),
  clock_since timestamptz not null,
  primary key (ticket_id, timer, mark, clock_since)
);
