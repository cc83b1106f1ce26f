import type { Database } from "@offgrid/server/core/db";

const containersAtOnce = 25;

/**
 * Copies to containers what others have, row by row as the portal stored it: frames, sealed days, summaries, latest
 * state.
 */
export async function copyHistory(
  pool: Database["pool"],
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  const pairs = to.map((target, index) => ({ target, source: from[index % from.length] as string }));
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    for (let first = 0; first < pairs.length; first += containersAtOnce) {
      const some = pairs.slice(first, first + containersAtOnce);
      const names = [some.map(({ source }) => source), some.map(({ target }) => target)];
      for (const [table, columns] of tables) {
        await client.query(
          `insert into ${table} (container_id, ${columns}) select target, ${columns.replaceAll(/(\w+)/g, "old.$1")}
           from unnest($1::text[], $2::text[]) as pair (source, target) join ${table} old on old.container_id = source
           on conflict do nothing`,
          names,
        );
      }
    }
    await client.query("reset statement_timeout");
    await client.query("analyze");
  } finally {
    client.release();
  }
}

const tables = [
  ["container_metric", "slot, name, unit, kind"],
  ["container_latest", "at, every_s, linked, last_contact_at"],
  ["frame", "at, received_at, v"],
  ["sealed_day", "day, frames, times"],
  ["chunk", "slot, day, data"],
  ["rollup_dirty", "day, quarters, mark, since"],
  ["rollup_day", "slot, day, counts, sums, mins, maxs, firsts, lasts, times, steps, areas"],
] as const;
