-- A cut-off is learned only from cuts that lasted: began_soc is the charge, percent, at which the present cut began, and
-- past_cuts are the last ones that were learned from (instants in epoch ms), so that a late reading which interrupts one
-- of them takes back what it taught. What was learned so far may come from a short pause of the loads and is forgotten.
alter table container_latest
  add column began_soc double precision,
  add column past_cuts jsonb;
update container_latest set cut_soc = null, back_soc = null;
