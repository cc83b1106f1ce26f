-- What somebody looks after only because it joined an incident that was acknowledged: until it leaves that.
-- Compared with when its warning was acknowledged, so that a person who acknowledges it afterwards makes it untrue.
alter table incident_member add column acknowledged_by_joining_at timestamptz;
