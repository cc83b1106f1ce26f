-- Many warnings at once are asked for by person and incident: with either alone, each looks at all of the other's.

drop index notification_unread;
create index notification_unread on notification (user_id, kind, incident_id) where read_at is null;

drop index incident_notified_user;
create index incident_notified_user on incident_notified (user_id, incident_id);
