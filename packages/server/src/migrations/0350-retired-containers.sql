-- A container that is out of service for good or for long: it is read as before, and belongs to no list, total or message.

alter table container
  add column retired_at timestamptz,
  -- In the words of whoever retired it.
  add column retired_reason text not null default '';
create index container_retired on container (id) where retired_at is not null;

-- As before, without what is retired.
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
  where (select c.removed_at is null and c.retired_at is null from container c where c.id = named.container_id)
    and (select 'rules' = any (role.permissions)
      from app_user u join role on role.id = u.effective_role where u.id = named.owner_id)
    and (select bool_or(s.may_view) from container_scope s
      where s.user_id = named.owner_id and s.container_id = named.container_id);

create trigger warning_container_retired after update of retired_at on container for each row
  when (old.retired_at is distinct from new.retired_at)
  execute function warning_container_stale();
