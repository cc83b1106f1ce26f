-- Clusters: named groups of containers. A container belongs to one at most, so the membership stands in its row.

create table cluster (
  id text primary key,
  name text not null,
  -- Who made it sees it also while it holds none of their containers.
  created_by text references app_user on delete set null,
  created_at timestamptz not null default now()
);

alter table container add column cluster_id text references cluster on delete set null;
create index container_cluster on container (cluster_id) where cluster_id is not null;
