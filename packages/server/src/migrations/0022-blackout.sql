-- When the battery of a container reaches its reserve, as computed last, and what yesterday's forecasts said.

create table container_forecast (
  container_id text primary key references container on delete cascade,
  computed_at timestamptz not null,
  -- For lists; the rest is in detail.
  state text not null,
  likely_at timestamptz,
  detail jsonb not null
);

create table forecast_past (
  container_id text not null references container on delete cascade,
  made_at timestamptz not null,
  -- The expected state of charge, percent, at the ends of the hours after `made_at`.
  soc double precision[] not null,
  -- The solar forecast of those hours, mean W, before it was held against earlier ones, and where it came from.
  solar double precision[] not null,
  source text not null,
  primary key (container_id, made_at)
);
