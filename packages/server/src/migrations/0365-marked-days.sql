-- Each chart asks which days of its container are marked. Of an open day the row stays when its marks are gone, so that a
-- container with many open days had them all read for the one or two that are.

create index rollup_dirty_marked on rollup_dirty (container_id) where position(B'1' in quarters) > 0;
