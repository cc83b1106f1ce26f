-- How often a link to a chart was used on its last day of use, in UTC, and that its owner was notified of the many uses of a day.

alter table chart_link
  add column day date,
  add column day_uses integer not null default 0,
  add column busy_day date;
