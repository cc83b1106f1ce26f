import { sql } from "kysely";

import type { Db } from "./db.ts";

/** Readings of some metrics of one container: `columns[i][k]` is metric i at `atMs[k]`, null where there is none. */
export interface Samples {
  atMs: number[];
  columns: (number | null)[][];
}

/** Slots of metrics in the frames of a container; a metric it never sent has none. */
export async function listSlots(db: Db, containerId: string, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("containerMetric")
    .select(["name", "slot"])
    .where("containerId", "=", containerId)
    .where("name", "in", [...names])
    .execute();
  return new Map(rows.map(({ name, slot }) => [name, slot]));
}

/**
 * Readings in a range, in the order of time; instants without any of the metrics are left out.
 * @param limit Most instants to read, the earliest.
 * @param known Slots of the metrics where they were read already.
 */
export async function readSamples(
  db: Db,
  containerId: string,
  names: readonly string[],
  range: { fromMs: number; toMs: number },
  { limit = 5_000_000, known }: { limit?: number; known?: ReadonlyMap<string, number> } = {},
): Promise<Samples> {
  const slots = known ?? (await listSlots(db, containerId, names));
  const found = names.filter((name) => slots.has(name));
  if (found.length === 0) return { atMs: [], columns: names.map(() => []) };
  const cells = found.map((name, index) => sql`v[${sql.lit(slots.get(name) as number)}] as ${sql.ref(`c${index}`)}`);
  const anyValue = found.map((name) => sql`v[${sql.lit(slots.get(name) as number)}] is not null`);
  const columns = found.map((_, index) => sql`array_agg(${sql.ref(`c${index}`)})::text as ${sql.ref(`c${index}`)}`);
  // One row of arrays costs a tenth of a row per instant, and their text is the cheapest form of them.
  const { rows } = await sql<Record<string, string | null>>`
    select array_agg(at_ms)::text as at, ${sql.join(columns)}
    from (
      select date_part('epoch', at) * 1000 as at_ms, ${sql.join(cells)}
      from frame
      where container_id = ${containerId}
        and at >= to_timestamp(${range.fromMs}::float8 / 1000) and at < to_timestamp(${range.toMs}::float8 / 1000)
        and (${sql.join(anyValue, sql` or `)})
      order by at
      limit ${limit}
    ) as sample`.execute(db);
  const row = rows[0] ?? {};
  const atMs = parseArray(row["at"]).map((ms) => Math.round(ms ?? 0));
  return {
    atMs,
    columns: names.map((name) => {
      const index = found.indexOf(name);
      return index < 0 ? atMs.map(() => null) : parseArray(row[`c${index}`]);
    }),
  };
}

/** `{1,NULL,2.5}`; stored readings are finite, so every other number is one of JSON's. */
function parseArray(text: string | null | undefined): (number | null)[] {
  if (!text) return [];
  return JSON.parse(`[${text.slice(1, -1).replaceAll("NULL", "null")}]`) as (number | null)[];
}
