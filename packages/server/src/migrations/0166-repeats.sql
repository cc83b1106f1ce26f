-- Rules that count how often something happens say so: how many containers have something was never counted.
update warning_rule set rule = jsonb_set(rule, '{conditions}', (
    select jsonb_agg(case when one ->> 'type' = 'count' then jsonb_set(one, '{type}', '"repeats"') else one end order by place)
    from jsonb_array_elements(rule -> 'conditions') with ordinality as conditions (one, place)))
where types ? 'count';
