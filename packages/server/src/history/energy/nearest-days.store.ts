import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { Range } from "../chart-range.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";

/** A metric of a container. */
export interface MetricOf {
  containerId: string;
  slot: number;
}

/**
 * UTC days with readings, nearest first: that of an end of the range, whose readings may all be within it, and at least two
 * beyond it, as far as there are. What is read last before a silence, or first after it, counts only beside the next one
 * beyond: that tells whether it is faulty.
 */
export interface NearestDays {
  before: readonly number[];
  after: readonly number[];
}

const daysWanted = 3;

/** What comes nearest to an end of a range, and by which order. */
interface Side {
  upTo: RawBuilder<unknown>;
  nearerThan: RawBuilder<unknown>;
  nearestFirst: RawBuilder<unknown>;
}

const earlier: Side = { upTo: sql`<=`, nearerThan: sql`>`, nearestFirst: sql`desc` };
const later: Side = { upTo: sql`>=`, nearerThan: sql`<`, nearestFirst: sql`asc` };

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
 * Of the days that are summarised, and of those that are marked and nearer than these, the nearest. Marked days are open,
 * so that their readings are frames. Of an import that is not summarised yet, any number of days may be marked, and most
 * may lack the metric.
 */
function nearestOn({ upTo, nearerThan, nearestFirst }: Side, endMs: number): RawBuilder<unknown> {
  const end = dayOf(endMs);
  const summarised = sql`select day from rollup_day
    where container_id = id and slot = wanted_slot and day ${upTo} ${end} order by day ${nearestFirst}`;
  return sql`array(select day from (
    (${summarised} limit ${daysWanted}) union
    (select day from rollup_dirty
      cross join lateral (
        select from frame
        where container_id = id and at >= to_timestamp(day * ${dayMs / 1000}::float8)
          and at < to_timestamp((day + 1) * ${dayMs / 1000}::float8)
          and at ${upTo} to_timestamp(${endMs}::float8 / 1000) and v[wanted_slot] is not null
        limit 1
      ) as reading
      where container_id = id and position(B'1' in quarters) > 0 and day ${upTo} ${end}
        and coalesce(day ${nearerThan} (${summarised} offset ${daysWanted - 1} limit 1), true)
      order by day ${nearestFirst} limit ${daysWanted})
    ) as known order by day ${nearestFirst} limit ${daysWanted})`;
}
