-- The last runs of an automation are found without reading every event of its container.

create index event_automation_run on event (container_id, (data ->> 'id'), at desc) where code = 'automation.run';
