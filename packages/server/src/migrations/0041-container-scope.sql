-- Who is entitled to which container, the one place that says so: by the role, or by assignment. `may_view` is whether
-- they see it at this moment: not disabled, and the role holds the permission `view`.
-- Two arms without duplicates, so that a question about one person or one container is a look into the indexes.
create view container_scope as
  select u.id as user_id, c.id as container_id, not u.disabled and 'view' = any (r.permissions) as may_view
  from app_user u join role r on r.id = u.effective_role and r.containers = 'all' cross join container c
  union all
  select u.id, a.container_id, not u.disabled and 'view' = any (r.permissions)
  from app_user u join role r on r.id = u.effective_role and r.containers = 'assigned'
  join container_user a on a.user_id = u.id;
