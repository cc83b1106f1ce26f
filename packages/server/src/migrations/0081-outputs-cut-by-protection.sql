-- Outputs that protection has switched off, with since when (epoch ms), as the controller said last of each: lists then say
-- that a part of the loads is cut without reading events. Null: none.
alter table container_latest add column cut_outputs jsonb;
update container_latest l set cut_outputs = held.outputs
from (
  select container_id, jsonb_object_agg(device, round(date_part('epoch', at) * 1000)) as outputs
  from (
    select distinct on (container_id, device) container_id, device, at, data from event
    where code in ('output.changed', 'output.hand') and device is not null
    order by container_id, device, at desc) said
  where data ->> 'value' = 'false' and data ->> 'reason' in ('equipment', 'protection')
  group by container_id) held
where l.container_id = held.container_id;
