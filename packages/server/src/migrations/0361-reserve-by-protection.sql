-- The charge below which load protection cuts loads, as the controller last reported it: the reserve of its container.

alter table container_config add column protection_soc double precision generated always as (
  case when doc -> 'loadProtection' -> 'enabled' = 'true'
      and jsonb_typeof(doc -> 'loadProtection' -> 'cutSoc') = 'number'
      and jsonb_path_exists(doc, '$.loadProtection.loads[*] ? (@.neverCut == false)')
    then (doc -> 'loadProtection' ->> 'cutSoc')::float8 end) stored;
