-- Answers of outside services (weather, solar forecast, content), and the panels that forecasts are made for.

create table outside_answer (
  -- Service and question, without credentials.
  key text primary key,
  -- As it was checked and turned into the portal's own words.
  body jsonb not null,
  fetched_at timestamptz not null
);
-- Answers go after a month.
create index outside_answer_fetched_at on outside_answer (fetched_at);

create table forecast_setting (
  container_id text primary key references container on delete cascade,
  provider text not null check (provider in ('auto', 'solcast', 'open_meteo', 'clear_sky')),
  resource_id text,
  -- Peak power, W.
  capacity double precision not null,
  tilt double precision not null,
  azimuth double precision not null,
  -- Percent.
  loss double precision not null,
  reserve_soc double precision
);
