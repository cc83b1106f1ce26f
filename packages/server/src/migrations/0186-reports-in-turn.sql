-- Who was sent how much lately: each time that a report is made for someone, also of reports that are deleted since.
-- The owner's count is their turn and their limit, the reader's is how much others may send them.
create table report_made (
  claim uuid primary key,
  owner_id text not null references app_user on delete cascade,
  user_id text not null references app_user on delete cascade,
  made_at timestamptz not null,
  -- Null: it was not sent.
  sent_at timestamptz
);
create index report_made_owner on report_made (owner_id, made_at);
create index report_made_user on report_made (user_id, sent_at);
create index report_made_at on report_made (made_at);

-- How often the mail server did not take it. It is made anew each time, so that rights are asked again.
alter table report_sending add column undelivered integer not null default 0;
