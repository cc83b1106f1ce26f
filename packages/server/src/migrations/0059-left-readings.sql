-- What a correction left in place of each reading, null where it took it away: undoing it puts back only what is still
-- as it left it. Of corrections before, nobody knows.

alter table replaced_reading add column left_value double precision[];
