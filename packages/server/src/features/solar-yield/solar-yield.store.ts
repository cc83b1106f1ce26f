import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** What panels gave for their peak power, by hour, of days that are over. */

/** A container with days whose yields are missing, or were computed from something else than what is there now. */
export interface DueYield {
  containerId: string;
  /** Peak power of its panels, W. */
  peakW: number;
  days: { day: number; revision: number }[];
}

/** @param span UTC days since 1970, both included. */
export async function listDue(
  db: Db,
  { fromDay, toDay }: { fromDay: number; toDay: number },
  after: string,
  limit: number,
): Promise<DueYield[]> {
  const { rows } = await sql<DueYield>`
    select c.id as container_id, f.capacity as peak_w,
      json_agg(json_build_object('day', r.day, 'revision', r.revision) order by r.day) as days
    from container c
      join forecast_setting f on f.container_id = c.id and f.capacity > 0
      join rollup_change r on r.container_id = c.id and r.day between ${fromDay} and ${toDay}
      left join solar_yield y on y.container_id = c.id and y.day = r.day
    where c.removed_at is null and c.id > ${after} and (y.day is null or y.revision <> r.revision or y.peak_w <> f.capacity)
    group by c.id, f.capacity order by c.id limit ${limit}`.execute(db);
  return rows;
}

/** @param hours Of each day in the order of `due`: 24 of them. */
export async function saveYields(db: Db, due: DueYield, hours: readonly (readonly (number | null)[])[]): Promise<void> {
  const { containerId, peakW, days } = due;
  await sql`insert into solar_yield (container_id, day, hours, peak_w, revision)
    select ${containerId}, day, hours::real[], ${peakW}, revision
    from unnest(${days.map(({ day }) => day)}::integer[], ${days.map(({ revision }) => revision)}::bigint[],
      ${hours.map((values) => `{${values.map((value) => value ?? "null").join(",")}}`)}::text[]) as of_day (day, revision, hours)
    on conflict (container_id, day) do update
      set hours = excluded.hours, peak_w = excluded.peak_w, revision = excluded.revision`.execute(db);
}

export async function forgetBefore(db: Db, day: number): Promise<void> {
  await sql`delete from solar_yield where day < ${day}`.execute(db);
}
