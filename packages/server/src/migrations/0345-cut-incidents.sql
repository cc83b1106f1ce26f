-- Loads that are cut are a cause of their own (docs/decisions/0151). The older version makes none of these, and reads them.
alter table incident drop constraint incident_cause_check;
alter table incident add constraint incident_cause_check
  check (cause in ('operator', 'cluster', 'rule', 'change', 'container', 'cut', 'single'));
