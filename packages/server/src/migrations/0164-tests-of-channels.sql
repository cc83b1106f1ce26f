-- A test of a channel stands in its log like everything else that the channel was told.
alter table delivery drop constraint delivery_kind_check;
alter table delivery add constraint delivery_kind_check
  check (kind in ('raised', 'changed', 'escalation', 'reminder', 'cleared', 'while_dark', 'test'));
alter table delivery drop constraint delivery_check1;
alter table delivery add constraint delivery_about_check
  check (num_nonnulls(incident_id, dark_news_id) = case when kind = 'test' then 0 else 1 end);
