-- Incidents of which nobody is told, since they began during works or were acknowledged before: channels note once why.
alter table incident add column held_noted_at timestamptz;
-- What is over stays unsaid; what is open is looked at once.
create index incident_held on incident (gather_until)
  where last_news_at is null and held_noted_at is null and merged_into is null and state <> 'resolved';

-- Noted beside the news, of which there were none.
alter table delivery add column is_held boolean not null default false;
create index delivery_held on delivery (channel_id, created_at) where is_held;
-- What was held back before this was noted is over, or known by now.
update incident set held_noted_at = now() where last_news_at is null;
