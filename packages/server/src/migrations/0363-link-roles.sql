-- The role in which its owner made a link, or last gave it the chart: in another one it is not found.
alter table chart_link add column owner_role text;
update chart_link set owner_role = (select effective_role from app_user where app_user.id = chart_link.owner_id);
