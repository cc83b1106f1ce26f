-- That a container has a generator is known as soon as one reports, not only with the next forecast.

alter table container_latest add column has_generator boolean not null
  generated always as (live_values ?| array['generator.on', 'generator.power']) stored;
alter table container_forecast drop column has_generator;
