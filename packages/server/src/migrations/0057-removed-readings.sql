-- Readings that a correction took away are counted apart from those that it replaced; of corrections before, `replaced`
-- has both.

alter table data_import add column removed integer not null default 0;
