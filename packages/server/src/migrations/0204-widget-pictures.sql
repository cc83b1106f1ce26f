-- Pictures of widgets: settings are read by every screen and have no room for them.
create table widget_picture (
  -- Random: whoever has it on their board may see the picture.
  id text primary key,
  owner_id text not null references app_user on delete cascade,
  type text not null,
  data bytea not null,
  made_at timestamptz not null
);
create index widget_picture_owner on widget_picture (owner_id, made_at);
-- Pictures are compressed already.
alter table widget_picture alter column data set storage external;
