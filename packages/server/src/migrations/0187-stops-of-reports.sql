-- A reader wants no more reports of an owner, also of those that are set up anew (docs/decisions/0108). Of their own reports
-- they stop each by itself, in `report_person.stopped_at`, where older stops of others' reports stand as well.
create table report_stop (
  owner_id text not null references app_user on delete cascade,
  user_id text not null references app_user on delete cascade,
  stopped_at timestamptz not null,
  primary key (owner_id, user_id)
);
create index report_stop_user on report_stop (user_id);

create view report_reader as
  select person.report_id, person.user_id, person.is_on, report.owner_id,
    coalesce(person.stopped_at, stop.stopped_at) as stopped_at
  from report_person person join report on report.id = person.report_id
    left join report_stop stop on stop.owner_id = report.owner_id and stop.user_id = person.user_id;
