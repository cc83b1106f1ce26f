-- The audit is read by the time that its lines tell: a line gets its id when its call ends, after others that began later.

create index audit_user_at on audit (user_id, at, id);
create index audit_target_at on audit (target, at, id);
create index audit_action_at on audit (action, at, id);
drop index audit_user, audit_target, audit_action;
