-- As before. The questions about each rule and container are asked one by one, by their keys: a plan for all of them
-- together went over every container for each person where statistics were old.
create or replace view warning_pair as
  select named.rule_id, named.container_id
  from (
    select r.id as rule_id, r.owner_id, c.id as container_id
    from warning_rule r join container c on c.cluster_id = r.cluster_id
    where r.enabled and r.paused_at is null
    union all
    select r.id, r.owner_id, w.container_id
    from warning_rule r join warning_rule_container w on w.rule_id = r.id
    where r.enabled and r.paused_at is null and r.cluster_id is null
  ) named
  where (select c.removed_at is null from container c where c.id = named.container_id)
    and (select 'rules' = any (role.permissions)
      from app_user u join role on role.id = u.effective_role where u.id = named.owner_id)
    and (select bool_or(s.may_view) from container_scope s
      where s.user_id = named.owner_id and s.container_id = named.container_id);
