-- When it was decided that a delivery is not sent, or no more: that may be long after it was noted. Null: it was held back
-- at once, was sent, or waits.
alter table delivery add column ended_at timestamptz;
