-- Templates of solar arrays, and which one the panels of a container are of.

create table solar_template (
  id text primary key,
  name text not null,
  -- [{panels, panelWp}], as in the contract.
  strings jsonb not null,
  -- Degrees; null: as usual at the place of a container.
  tilt double precision,
  azimuth double precision,
  -- Percent.
  loss double precision not null,
  limit_w double precision,
  provider text not null check (provider in ('auto', 'open_meteo', 'clear_sky')),
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index solar_template_name_key on solar_template (lower(name));

-- What the panels let through at most, and the template that they were set by. A container that was removed keeps no
-- template from being deleted.
alter table forecast_setting
  add column limit_w double precision,
  add column solar_template_id text references solar_template on delete set null;
create index forecast_setting_solar_template on forecast_setting (solar_template_id) where solar_template_id is not null;
