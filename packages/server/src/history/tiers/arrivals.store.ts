import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { parseArray } from "../float-array.ts";
import { dayMs, dayOf, quarterMs } from "../quarter-hours.ts";
import { type DayTimes, unpackTimes } from "./chunk-codec.ts";
import type { Range } from "./samples.store.ts";

/**
 * When a container measured something, and when the portal had it, in the order of measuring, wherever frames are kept.
 * What the portal counts by itself, at the last instant of each quarter hour, is left out.
 */
export async function readArrivals(db: Db, containerId: string, { fromMs, toMs }: Range): Promise<DayTimes> {
  const { rows } = await sql<{ day: number | null; frames: number; data: Buffer; at: string; received: string }>`
    select null::integer as day, 0 as frames, null::bytea as data, array_agg(date_part('epoch', at) * 1000)::text as at,
      array_agg(date_part('epoch', received_at) * 1000)::text as received
    from (select at, received_at from frame where container_id = ${containerId}
      and at >= to_timestamp(${fromMs}::float8 / 1000) and at < to_timestamp(${toMs}::float8 / 1000) order by at) as measured
    union all select day, frames, times, null, null from sealed_day
    where container_id = ${containerId} and day between ${dayOf(fromMs)} and ${dayOf(toMs - 1)}`.execute(db);
  const days = rows.map(({ day, frames, data, at, received }): DayTimes => {
    if (day !== null) return unpackTimes(data, frames, day * dayMs);
    const instants = (text: string) => parseArray(text).map((ms) => Math.round(ms ?? 0));
    return { atMs: instants(at), receivedMs: instants(received) };
  });
  const found: { atMs: number; receivedMs: number }[] = [];
  for (const { atMs, receivedMs } of days)
    for (const [index, ms] of atMs.entries())
      if (ms >= fromMs && ms < toMs && ms % quarterMs !== quarterMs - 1)
        found.push({ atMs: ms, receivedMs: receivedMs[index] as number });
  found.sort((one, other) => one.atMs - other.atMs);
  return { atMs: found.map((one) => one.atMs), receivedMs: found.map((one) => one.receivedMs) };
}

/** How long after it was taken a reading comes late (quality.md: it is not live any more). */
const lateMs = 600_000;

/**
 * The stretches of a range whose readings came late, by container; containers that have none are left out. A stretch
 * ends an interval of reporting after its last reading, and goes on over a quarter of an hour without late ones: history
 * that is brought in is often coarser than what is sent now.
 */
export async function readLateStretches(
  db: Db,
  containerIds: readonly string[],
  { fromMs, toMs }: Range,
): Promise<Map<string, [fromMs: number, toMs: number][]>> {
  const { rows } = await sql<{
    id: string;
    everyS: number;
    day: number | null;
    frames: number;
    data: Buffer;
    at: string;
  }>`
    select container_id as id, every_s, null::integer as day, 0 as frames, null::bytea as data,
      array_agg(date_part('epoch', frame.at) * 1000 order by frame.at)::text as at
    from frame join container_latest using (container_id) where container_id = any(${containerIds})
      and frame.at >= to_timestamp(${fromMs}::float8 / 1000) and frame.at < to_timestamp(${toMs}::float8 / 1000)
      and received_at > frame.at + ${lateMs} * interval '1 millisecond'
    group by container_id, every_s
    union all select container_id, every_s, day, frames, times, null
    from sealed_day join container_latest using (container_id) where container_id = any(${containerIds})
      and day between ${dayOf(fromMs)} and ${dayOf(toMs - 1)}`.execute(db);
  const late = new Map<string, { everyMs: number; atMs: number[] }>();
  for (const { id, everyS, day, frames, data, at } of rows) {
    const found = late.get(id) ?? { everyMs: everyS * 1000, atMs: [] };
    found.atMs.push(...(day === null ? parseArray(at).map((ms) => Math.round(ms ?? 0)) : lateOf(data, frames, day)));
    late.set(id, found);
  }
  return new Map(
    [...late].flatMap(([id, { everyMs, atMs }]) => {
      const own = atMs.filter((ms) => ms >= fromMs && ms < toMs && ms % quarterMs !== quarterMs - 1);
      const stretches = stretchesOf(
        own.toSorted((one, other) => one - other),
        everyMs,
      );
      return stretches.length > 0 ? [[id, stretches]] : [];
    }),
  );
}

function lateOf(packed: Buffer, frames: number, day: number): number[] {
  const { atMs, receivedMs } = unpackTimes(packed, frames, day * dayMs);
  return atMs.filter((ms, index) => (receivedMs[index] as number) > ms + lateMs);
}

function stretchesOf(atMs: readonly number[], everyMs: number): [number, number][] {
  const stretches: [number, number][] = [];
  for (const ms of atMs) {
    const last = stretches.at(-1);
    if (last && ms <= last[1] + Math.max(2 * everyMs, quarterMs)) last[1] = ms + everyMs;
    else stretches.push([ms, ms + everyMs]);
  }
  return stretches;
}

/**
 * The last frames that a container has measured, in the order of measuring, without what the portal counts by itself: of
 * its last day that is kept whole, where so many are not in frames any more.
 */
export async function readLastArrivals(db: Db, containerId: string, count: number): Promise<DayTimes> {
  const { rows } = await sql<{ at: number; received: number }>`
    select date_part('epoch', at) * 1000 as at, date_part('epoch', received_at) * 1000 as received
    from frame where container_id = ${containerId}
      and (round(date_part('epoch', at) * 1000)::bigint % ${quarterMs}) <> ${quarterMs - 1}
    order by at desc limit ${count}`.execute(db);
  const open = rows
    .toReversed()
    .map(({ at, received }) => ({ atMs: Math.round(at), receivedMs: Math.round(received) }));
  const missing = count - open.length;
  const earlier = missing > 0 ? (await lastOfSealed(db, containerId)).slice(-missing) : [];
  const found = [...earlier, ...open].toSorted((one, other) => one.atMs - other.atMs);
  return { atMs: found.map((one) => one.atMs), receivedMs: found.map((one) => one.receivedMs) };
}

async function lastOfSealed(db: Db, containerId: string) {
  const { rows } = await sql<{ day: number; frames: number; data: Buffer }>`
    select day, frames, times as data from sealed_day where container_id = ${containerId} order by day desc limit 1`.execute(
    db,
  );
  return rows.flatMap(({ day, frames, data }) => {
    const { atMs, receivedMs } = unpackTimes(data, frames, day * dayMs);
    return atMs
      .map((ms, index) => ({ atMs: ms, receivedMs: receivedMs[index] as number }))
      .filter((one) => one.atMs % quarterMs !== quarterMs - 1);
  });
}
