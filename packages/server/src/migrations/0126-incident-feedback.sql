-- What a person made of being warned.
alter table incident_member add column feedback text check (feedback in ('useful', 'expected', 'noise'));
-- Incidents look at what was cleared of late.
create index warning_cleared on warning (cleared_at) where cleared_at is not null;
-- Who acknowledged which.
create index incident_entry_user on incident_entry (user_id, incident_id) where kind = 'acknowledged';
