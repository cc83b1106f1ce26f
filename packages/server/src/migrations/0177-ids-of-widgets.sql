-- Each widget of a board is changed, moved and removed by its id. One that was saved without gets one by its place.
update app_user
set setting = setting || jsonb_build_object('widgets', (
  select coalesce(jsonb_agg(
    case
      when kept.widget ->> 'id' ~ '^[a-z0-9-]{1,40}$' then kept.widget
      else kept.widget || jsonb_build_object('id', 'kept-' || kept.place)
    end
    order by kept.place
  ), '[]')
  from jsonb_array_elements(setting -> 'widgets') with ordinality as kept (widget, place)
))
where jsonb_typeof(setting -> 'widgets') = 'array';
