-- A street light that protection has cut has the level 0, where a relay has false.
update container_latest l set cut_outputs = held.outputs
from (
  select container_id, jsonb_object_agg(device, round(date_part('epoch', at) * 1000))
    filter (where data ->> 'value' in ('false', '0') and data ->> 'reason' in ('equipment', 'protection')) as outputs
  from (
    select distinct on (container_id, device) container_id, device, at, data from event
    where code in ('output.changed', 'output.hand') and device is not null
    order by container_id, device, at desc, seq desc nulls last, received_at desc, id) said
  group by container_id) held
where l.container_id = held.container_id and l.cut_outputs is distinct from held.outputs;
