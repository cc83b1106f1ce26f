import { sql } from "kysely";

import type { Traffic } from "../../broker/broker-guard.ts";
import type { Db } from "../../core/db.ts";

/**
 * Adds bytes to what was counted before. Containers removed meanwhile are skipped.
 * @param atMs Instant up to which they were counted; they are added to the local day of that instant, of which
 *   `container_traffic_day` keeps the sum.
 */
export async function addTraffic(db: Db, counted: ReadonlyMap<string, Traffic>, atMs: number): Promise<void> {
  if (counted.size === 0) return;
  const all = [...counted.values()];
  await sql`
    with counted as (
      select c.id, (to_timestamp(${atMs}::float8 / 1000) at time zone c.zone_name)::date as day, n.down, n.up
      from unnest(${[...counted.keys()]}::text[], ${all.map(({ downBytes }) => downBytes)}::bigint[],
        ${all.map(({ upBytes }) => upBytes)}::bigint[]) as n (id, down, up)
      join container c on c.id = n.id
    ), by_day as (
      insert into container_traffic_day as d (container_id, day, down_bytes, up_bytes)
      select id, day, down, up from counted
      on conflict (container_id, day) do update set
        down_bytes = d.down_bytes + excluded.down_bytes, up_bytes = d.up_bytes + excluded.up_bytes
    )
    insert into container_traffic as t
      (container_id, down_bytes, up_bytes, day, day_down_bytes, day_up_bytes, counted_at)
    select id, down, up, day, down, up, to_timestamp(${atMs}::float8 / 1000) from counted
    on conflict (container_id) do update set
      down_bytes = t.down_bytes + excluded.down_bytes, up_bytes = t.up_bytes + excluded.up_bytes,
      day_down_bytes = excluded.day_down_bytes + case when t.day = excluded.day then t.day_down_bytes else 0 end,
      day_up_bytes = excluded.day_up_bytes + case when t.day = excluded.day then t.day_up_bytes else 0 end,
      day = excluded.day, counted_at = excluded.counted_at`.execute(db);
}

/** Everything ever counted for some containers. */
export async function listTraffic(db: Db, containerIds: readonly string[]): Promise<Map<string, Traffic>> {
  if (containerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("containerTraffic")
    .select(["containerId", "upBytes", "downBytes"])
    .where("containerId", "in", [...containerIds])
    .execute();
  return new Map(rows.map(({ containerId, ...traffic }) => [containerId, traffic]));
}
