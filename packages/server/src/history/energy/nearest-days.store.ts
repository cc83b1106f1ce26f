import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { Range } from "../chart-range.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";

/** A metric of a container. */
export interface MetricOf {
  containerId: string;
  slot: number;
}

/** UTC days: among their readings are the last before a range and the first after it. */
export interface NearestDays {
  before: readonly number[];
  after: readonly number[];
}

/** What comes nearest to an end of a range, and by which order. */
interface Side {
  upTo: RawBuilder<unknown>;
  beyond: RawBuilder<unknown>;
  nearerThan: RawBuilder<unknown>;
  nearestFirst: RawBuilder<unknown>;
}

const earlier: Side = { upTo: sql`<=`, beyond: sql`<`, nearerThan: sql`>`, nearestFirst: sql`desc` };
const later: Side = { upTo: sql`>=`, beyond: sql`>`, nearerThan: sql`<`, nearestFirst: sql`asc` };

/** @returns in the order of `wanted`; no day on a side on which there is no reading. */
export async function nearestDays(
  db: Db,
  wanted: readonly MetricOf[],
  { fromMs, toMs }: Range,
): Promise<NearestDays[]> {
  const { rows } = await sql<NearestDays>`
    select ${nearestOn(earlier, fromMs)} as before, ${nearestOn(later, toMs)} as after
    from unnest(${wanted.map(({ containerId }) => containerId)}::text[], ${wanted.map(({ slot }) => slot)}::integer[])
      with ordinality as wanted (id, wanted_slot, place) order by place`.execute(db);
  return rows;
}

/**
 * The nearest summarised day; that of the end itself, which may have readings within the range only; and the nearest
 * marked day with a reading of the metric, if it is nearer than all that is summarised. Marked days are open, so that
 * their readings are frames. Of an import that is not summarised yet, any number of days may be marked, and most may
 * lack the metric.
 */
function nearestOn({ upTo, beyond, nearerThan, nearestFirst }: Side, endMs: number): RawBuilder<unknown> {
  const end = dayOf(endMs);
  const summarised = sql`select day from rollup_day
    where container_id = id and slot = wanted_slot and day ${beyond} ${end} order by day ${nearestFirst} limit 1`;
  return sql`array(
    (${summarised}) union all
    (select day from rollup_day where container_id = id and slot = wanted_slot and day = ${end}) union all
    (select day from rollup_dirty
      cross join lateral (
        select from frame
        where container_id = id and at >= to_timestamp(day * ${dayMs / 1000}::float8)
          and at < to_timestamp((day + 1) * ${dayMs / 1000}::float8)
          and at ${upTo} to_timestamp(${endMs}::float8 / 1000) and v[wanted_slot] is not null
        limit 1
      ) as reading
      where container_id = id and position(B'1' in quarters) > 0 and day ${upTo} ${end}
        and coalesce(day ${nearerThan} (${summarised}), true)
      order by day ${nearestFirst} limit 1))`;
}
