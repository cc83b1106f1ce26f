-- What fuel and grid cost at a container, and how much fuel its generator uses; null: nobody has set it.
create table energy_price (
  container_id text primary key references container (id) on delete cascade,
  currency text not null,
  fuel_price_per_litre double precision,
  litres_per_hour double precision,
  litres_per_kwh double precision,
  grid_price_per_kwh double precision
);
