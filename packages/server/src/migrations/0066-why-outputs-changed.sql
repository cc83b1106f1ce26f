-- The last reason that a controller gave for each output: a container has many more events of other kinds.
create index event_output on event (container_id, device, at desc) where code in ('output.changed', 'output.hand');
