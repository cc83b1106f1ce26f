-- The newest of what happened at many containers is found without reading all that ever happened at each of them.
create index event_at on event (at desc);
