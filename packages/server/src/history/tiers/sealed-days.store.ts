import { sql } from "kysely";

import { type Column, packColumn, packTimes, unpackColumn, unpackTimes } from "./chunk-codec.ts";
import type { Db } from "../../core/db.ts";
import { parseArray, toArrayText } from "../float-array.ts";
import { ensureMonths, monthsOfDays } from "./partitions.store.ts";
import { dayMs, quarterMs, quartersPerDay } from "../quarter-hours.ts";
import { type ContainerDay, markDirty } from "../rollups/rollups.store.ts";
import { type SealedDay, unpackDays } from "./samples.store.ts";

/**
 * Sealing a day of a container: in one transaction its frames become columns and are deleted. Opening the day again
 * reverses this. The row of the day in `rollup_dirty` is the lock between writers and sealing: it exists for as long as
 * the day is open.
 */

/** Readings in memory at once while a day is sealed. */
const readingsAtOnce = 100_000;
const framesPerInsert = 2_000;

/**
 * Days that may be sealed: completely summarised, oldest first.
 * @param lastDay Later days have not been over for long enough.
 * @param sinceMs The days were last summarised before this.
 */
export async function listSealable(
  db: Db,
  { lastDay, sinceMs }: { lastDay: number; sinceMs: number },
  limit: number,
): Promise<ContainerDay[]> {
  const { rows } = await sql<ContainerDay>`
    select container_id, day from rollup_dirty
    where position(B'1' in quarters) = 0 and day <= ${lastDay} and since <= to_timestamp(${sinceMs}::float8 / 1000)
    order by day, container_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Seals a day.
 * @param pause Called between two columns, to let other work go first.
 * @returns how many frames it had; undefined if frames came meanwhile and the day stays as it is.
 * @throws Error if what was written does not read back equal; nothing is changed then.
 */
export async function sealDay(
  db: Db,
  { containerId, day }: ContainerDay,
  pause: () => Promise<void>,
): Promise<number | undefined> {
  const months = monthsOfDays([day]);
  await ensureMonths(db, "sealed_day", months);
  await ensureMonths(db, "chunk", months);
  return db.transaction().execute(async (tx) => {
    // Writers of this day wait for this row until the end, and then find the day sealed.
    const { rows } = await sql`
      delete from rollup_dirty
      where container_id = ${containerId} and day = ${day} and position(B'1' in quarters) = 0
      returning 1 as closed`.execute(tx);
    if (rows.length === 0) return undefined;
    const { times, slots } = await readTimes(tx, containerId, day);
    const frames = times.atMs.length;
    if (frames === 0) return 0;
    const startMs = day * dayMs;
    const packedTimes = packTimes(times, startMs);
    await sql`insert into sealed_day (container_id, day, frames, times)
      values (${containerId}, ${day}, ${frames}, ${packedTimes})`.execute(tx);
    const slotsAtOnce = Math.max(1, Math.floor(readingsAtOnce / frames));
    for (let first = 1; first <= slots; first += slotsAtOnce) {
      const some = Array.from({ length: Math.min(slotsAtOnce, slots - first + 1) }, (_, index) => first + index);
      const columns = await readColumns(tx, containerId, day, some);
      const packed = new Map<number, Buffer>();
      for (const [index, slot] of some.entries()) {
        const bytes = packColumn(columns[index] as Column);
        if (bytes) packed.set(slot, bytes);
        await pause();
      }
      await insertChunks(tx, containerId, day, packed);
      await checkChunks(tx, { containerId, day }, frames, some, columns);
      await pause();
    }
    await checkTimes(tx, { containerId, day }, times);
    const dropped = await sql`delete from frame where ${inDay(containerId, day)}`.execute(tx);
    if (Number(dropped.numAffectedRows) !== frames) throw notEqual({ containerId, day }, "frames");
    return frames;
  });
}

/** Leaves a day open for a while longer, as if it had been summarised just now. */
export async function postpone(db: Db, { containerId, day }: ContainerDay, nowMs: number): Promise<void> {
  await sql`update rollup_dirty set since = to_timestamp(${nowMs}::float8 / 1000)
    where container_id = ${containerId} and day = ${day}`.execute(db);
}

async function readTimes(tx: Db, containerId: string, day: number) {
  const { rows } = await sql<{ at: string | null; received: string | null; slots: number | null }>`
    select array_agg(date_part('epoch', at) * 1000)::text as at, max(width) as slots,
      array_agg(date_part('epoch', received_at) * 1000)::text as received
    from (
      select at, received_at, array_length(v, 1) as width from frame where ${inDay(containerId, day)} order by at
    ) as frames`.execute(tx);
  const instants = (text: string | null | undefined) => parseArray(text).map((ms) => Math.round(ms ?? 0));
  const row = rows[0];
  return { times: { atMs: instants(row?.at), receivedMs: instants(row?.received) }, slots: row?.slots ?? 0 };
}

async function readColumns(tx: Db, containerId: string, day: number, slots: readonly number[]): Promise<Column[]> {
  const names = slots.map((slot) => sql.ref(`c${slot}`));
  const cells = slots.map((slot, index) => sql`v[${sql.lit(slot)}] as ${names[index]}`);
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(names.map((name) => sql`array_agg(${name})::text as ${name}`))}
    from (
      select ${sql.join(cells)} from frame where ${inDay(containerId, day)} order by at
    ) as frames`.execute(tx);
  return slots.map((slot) => parseArray(rows[0]?.[`c${slot}`]));
}

async function insertChunks(tx: Db, containerId: string, day: number, packed: ReadonlyMap<number, Buffer>) {
  if (packed.size === 0) return;
  await sql`
    insert into chunk (container_id, slot, day, data)
    select ${containerId}, slot, ${day}, data
    from unnest(${[...packed.keys()]}::integer[], ${[...packed.values()]}::bytea[]) as packed (slot, data)`.execute(tx);
}

/** Checks that the columns have exactly the bits of the frames that are deleted. */
async function checkChunks(
  tx: Db,
  about: ContainerDay,
  frames: number,
  slots: readonly number[],
  columns: readonly Column[],
): Promise<void> {
  const { rows } = await sql<{ slot: number; data: Buffer }>`
    select slot, data from chunk
    where container_id = ${about.containerId} and day = ${about.day} and slot = any(${[...slots]}::integer[])`.execute(
    tx,
  );
  const found = new Map(rows.map(({ slot, data }) => [slot, data]));
  for (const [index, slot] of slots.entries()) {
    const column = columns[index] as Column;
    const data = found.get(slot);
    const back: Column = data ? unpackColumn(data, frames) : column.map(() => null);
    if (!isSame(back, column) || column.length !== frames) throw notEqual(about, `slot ${slot}`);
  }
}

async function checkTimes(
  tx: Db,
  about: ContainerDay,
  times: { atMs: readonly number[]; receivedMs: readonly number[] },
): Promise<void> {
  const { containerId, day } = about;
  const { rows } = await sql<{ frames: number; times: Buffer }>`
    select frames, times from sealed_day where container_id = ${containerId} and day = ${day}`.execute(tx);
  const row = rows[0];
  const back = row && unpackTimes(row.times, row.frames, day * dayMs);
  if (!back || !isSame(back.atMs, times.atMs) || !isSame(back.receivedMs, times.receivedMs))
    throw notEqual(about, "times");
}

function isSame(one: Column, other: Column): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}

function notEqual({ containerId, day }: ContainerDay, what: string): Error {
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  return new Error(`The day ${date} of ${containerId} did not read back equal (${what}) and stays in frames.`);
}

/** Which of some days are sealed. Call it after `markDirty`, so that no sealing is under way. */
export async function listSealed(tx: Db, days: readonly ContainerDay[]): Promise<ContainerDay[]> {
  const { rows } = await sql<ContainerDay>`
    select container_id, day
    from unnest(${days.map(({ containerId }) => containerId)}::text[], ${days.map(({ day }) => day)}::integer[]) as asked (id, asked_day)
    join sealed_day on container_id = id and day = asked_day
    order by container_id, day`.execute(tx);
  return rows;
}

/** A sealed day with all or some of its columns. */
export async function readSealed(
  tx: Db,
  { containerId, day }: ContainerDay,
  slots?: readonly number[],
): Promise<SealedDay | undefined> {
  const named = slots ? sql`and slot = any(${[...slots]}::integer[])` : sql``;
  const chosen = sql`container_id = ${containerId} and day = ${day}`;
  const { rows } = await sql<{ day: number; slot: number; frames: number; data: Buffer }>`
    select day, 0 as slot, frames, times as data from sealed_day where ${chosen}
    union all select day, slot, 0, data from chunk where ${chosen} ${named}`.execute(tx);
  return unpackDays(rows)[0];
}

/**
 * Turns a sealed day back into frames, in the transaction that marked it. The day is then as it was before sealing. The
 * partition of its month must exist.
 */
export async function openDay(tx: Db, about: ContainerDay): Promise<void> {
  const { containerId, day } = about;
  const sealed = await readSealed(tx, about);
  if (!sealed) return;
  const { atMs, times: packed, columns } = sealed;
  const { receivedMs } = unpackTimes(packed, atMs.length, day * dayMs);
  const bySlot = Array.from({ length: Math.max(0, ...columns.keys()) }, (_, index) => columns.get(index + 1));
  for (let from = 0; from < atMs.length; from += framesPerInsert) {
    const times = atMs.slice(from, from + framesPerInsert);
    const values = times.map((_, index) => toArrayText(bySlot.map((column) => column?.[from + index])));
    await sql`
      insert into frame (container_id, at, received_at, v)
      select ${containerId}, to_timestamp(at / 1000), to_timestamp(received / 1000), v::float8[]
      from unnest(${times}::float8[], ${receivedMs.slice(from, from + framesPerInsert)}::float8[], ${values}::text[])
        as sealed (at, received, v)`.execute(tx);
  }
  await sql`delete from chunk where container_id = ${containerId} and day = ${day}`.execute(tx);
  await sql`delete from sealed_day where container_id = ${containerId} and day = ${day}`.execute(tx);
}

/** Opens a sealed day that is to be summarised again entirely. */
export async function reopenWhole(db: Db, about: ContainerDay, nowMs: number): Promise<void> {
  const { containerId, day } = about;
  await ensureMonths(db, "frame", monthsOfDays([day]));
  await db.transaction().execute(async (tx) => {
    const all = Array.from({ length: quartersPerDay }, (_, quarter) => ({
      containerId,
      atMs: day * dayMs + quarter * quarterMs,
    }));
    await markDirty(tx, all, nowMs);
    await openDay(tx, about);
  });
}

function inDay(containerId: string, day: number) {
  return sql`container_id = ${containerId}
    and at >= to_timestamp(${day * dayMs}::float8 / 1000) and at < to_timestamp(${(day + 1) * dayMs}::float8 / 1000)`;
}
