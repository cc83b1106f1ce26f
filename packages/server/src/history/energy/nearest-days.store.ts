import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import { dayOf } from "../quarter-hours.ts";

export interface MetricOf {
  /** With its marks, what has come just now and is not summarised yet is found too. */
  container: Pick<ChartContainer, "id"> & Partial<Pick<ChartContainer, "dirty">>;
  slot: number;
}

/** UTC days: among their readings are the last before a range and the first after it. */
export interface NearestDays {
  before: readonly number[];
  after: readonly number[];
}

/** Of an import that is not summarised yet, all days are marked: those nearest to the range will do until it is. */
const mostMarked = 3;

/** @returns in the order of `wanted`; no day on a side on which there is no reading. */
export async function nearestDays(
  db: Db,
  wanted: readonly MetricOf[],
  { fromMs, toMs }: Range,
): Promise<NearestDays[]> {
  const [first, last] = [dayOf(fromMs), dayOf(toMs)];
  // The day of an end may have readings within the range only, so that of the next one counts too.
  const { rows } = await sql<NearestDays>`
    select array(select day from rollup_day where container_id = id and slot = wanted_slot and day <= ${first}
        order by day desc limit 2) as before,
      array(select day from rollup_day where container_id = id and slot = wanted_slot and day >= ${last}
        order by day limit 2) as after
    from unnest(${wanted.map(({ container }) => container.id)}::text[], ${wanted.map(({ slot }) => slot)}::integer[])
      with ordinality as wanted (id, wanted_slot, place) order by place`.execute(db);
  return rows.map(({ before, after }, place) => {
    const marked = (wanted[place]?.container.dirty ?? []).map(([day]) => day);
    const [earliest = -Infinity, latest = Infinity] = [upTo(before, first).at(-1), upTo(after, last).at(-1)];
    const earlier = marked.filter((day) => day <= first && day > earliest).sort((one, other) => other - one);
    const later = marked.filter((day) => day >= last && day < latest).sort((one, other) => one - other);
    return {
      before: [...earlier.slice(0, mostMarked), ...upTo(before, first)],
      after: [...later.slice(0, mostMarked), ...upTo(after, last)],
    };
  });
}

/** Up to the first that is not the day of the end itself. */
function upTo(days: readonly number[], end: number): readonly number[] {
  return days[0] === end ? days : days.slice(0, 1);
}
