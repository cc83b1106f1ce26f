-- When a part of the loads that is cut now is expected to have power again; null: it is not known, or none is cut.
alter table container_forecast add column part_back_at timestamptz;
