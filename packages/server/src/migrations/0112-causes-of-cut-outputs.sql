-- Beside since when protection keeps an output off: why, as its controller said, so that lists can say so without reading
-- events. What has no supply is kept with what feeds it.
update container_latest set cut_outputs = (
  select jsonb_object_agg(key, jsonb_build_object('sinceMs', value)) from jsonb_each(cut_outputs))
where cut_outputs is not null;
update container_latest l set cut_outputs = held.outputs
from (
  select said.container_id, jsonb_object_agg(device, jsonb_strip_nulls(jsonb_build_object(
      'sinceMs', coalesce(cut_outputs -> device -> 'sinceMs', to_jsonb(round(date_part('epoch', said.at) * 1000))),
      'reason', data -> 'reason', 'low', data -> 'low', 'passed', data -> 'passed', 'restoreSoc', data -> 'restoreSoc',
      'feeder', data -> 'feeder')))
    filter (where data ->> 'value' in ('false', '0', 'off')
      and data ->> 'reason' in ('equipment', 'protection', 'phase_limit', 'no_supply')) as outputs
  from (
    select distinct on (container_id, device) container_id, device, at, data from event
    where code in ('output.changed', 'output.hand') and device is not null
    order by container_id, device, at desc, seq desc nulls last, received_at desc, id) said
  join container_latest known on known.container_id = said.container_id
  group by said.container_id) held
where l.container_id = held.container_id and l.cut_outputs is distinct from held.outputs;
