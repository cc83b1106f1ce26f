-- What the panels of each container gave in each hour of a UTC day that is over, so that neighbours can be compared.
create table solar_yield (
  container_id text not null references container on delete cascade,
  -- Days since 1970.
  day integer not null,
  -- Mean power, W for each W of peak power; null: not measured, or held back by a full battery.
  hours real[] not null,
  -- What it was computed from: the peak power then, W, and the revision of the day's summaries.
  peak_w double precision not null,
  revision bigint not null,
  primary key (container_id, day)
);
