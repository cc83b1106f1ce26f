-- What people make of an incident stands with its warnings: what was said before that is put there.
update warning w set feedback = m.feedback from incident_member m
  where m.warning_id = w.id and w.feedback is null and m.feedback is not null;
alter table incident_member drop column feedback;
