-- The gravest that people were told an incident was, so that it is told at once, and once, that it has become critical.
alter table incident add column told_severity text check (told_severity in ('info', 'warning', 'critical'));
update incident i set told_severity = (
    select n.severity from incident_news n where n.incident_id = i.id and n.kind <> 'cleared'
    order by array_position(array['critical', 'warning', 'info'], n.severity) limit 1)
  where i.told_at is not null;
