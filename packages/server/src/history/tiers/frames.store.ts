import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { toArrayText } from "../float-array.ts";
import { type Month, ensureMonths, monthOf } from "./partitions.store.ts";
import { dayOf } from "../quarter-hours.ts";
import { type ContainerDay, markDirty, unmark } from "../rollups/rollups.store.ts";
import type { SealedDay } from "./samples.store.ts";
import { listSealed, openDay, readSealed } from "./sealed-days.store.ts";
import { type Values, mergeValues } from "./frame-merge.ts";

/** One instant of one container as it is written: values by slot, slot 1 first. */
export interface FrameRow {
  containerId: string;
  atMs: number;
  values: Values;
}

export interface StoredFrames {
  /** Instants that were not there. */
  stored: number;
  /** Instants that were there and to which something was added. */
  merged: number;
  /** Differing readings by position in the rows; the first value stayed. */
  conflicts: Map<number, number>;
}

/**
 * Writes frames: one statement for new instants; existing ones are merged, which fills nulls and changes nothing else.
 * Marks the quarter hours that they lie in, and opens sealed days. Run it in a transaction.
 * @param all Has each instant of a container once.
 */
export async function writeFrames(tx: Db, all: readonly FrameRow[], receivedMs: number): Promise<StoredFrames> {
  const result: StoredFrames = { stored: 0, merged: 0, conflicts: new Map() };
  if (all.length === 0) return result;
  const opened = await markDirty(tx, all, receivedMs);
  const known = opened.length > 0 ? await openSealed(tx, all, opened, result) : nothing;
  const indices = all.flatMap((_, index) => (known.has(index) ? [] : [index]));
  if (indices.length === 0) return result;
  const rows = known.size === 0 ? all : indices.map((index) => all[index] as FrameRow);
  // Three long texts reach the database faster than arrays of thousands of quoted elements; ids and numbers have no
  // semicolon. The answer names only the instants that existed already, usually none.
  const { rows: there } = await sql<{ place: number }>`
    with incoming as materialized (
      select id, to_timestamp(ms::float8 / 1000) as at, v::float8[] as v, place::integer
      from unnest(string_to_array(${rows.map((row) => row.containerId).join(";")}, ';'),
        string_to_array(${rows.map((row) => row.atMs).join(";")}, ';'),
        string_to_array(${rows.map((row) => toArrayText(row.values)).join(";")}, ';')) with ordinality as texts (id, ms, v, place)
    ), inserted as (
      insert into frame (container_id, at, received_at, v)
      select id, at, to_timestamp(${receivedMs}::float8 / 1000), v from incoming
      on conflict (container_id, at) do nothing
      returning container_id as id, at
    )
    select place from incoming left join inserted using (id, at) where inserted.id is null`.execute(tx);
  result.stored = rows.length - there.length;
  if (there.length === 0) return result;
  const stored = there.map(({ place }) => ({ row: rows[place - 1] as FrameRow, index: indices[place - 1] as number }));
  await mergeFrames(tx, stored, result);
  return result;
}

const nothing: ReadonlySet<number> = new Set();

/**
 * Turns the sealed days that the rows belong to back into frames. A day to which its rows add nothing, as when it is
 * sent once more, stays sealed; its conflicts are counted.
 * @param days Days that were not open before the rows came.
 * @returns positions of the rows that need no further work.
 */
async function openSealed(
  tx: Db,
  rows: readonly FrameRow[],
  days: readonly ContainerDay[],
  result: StoredFrames,
): Promise<ReadonlySet<number>> {
  const done = new Set<number>();
  const unchanged: ContainerDay[] = [];
  for (const about of await listSealed(tx, days)) {
    const own = rows.flatMap((row, index) =>
      row.containerId === about.containerId && dayOf(row.atMs) === about.day ? [{ row, index }] : [],
    );
    const width = Math.max(...own.map(({ row }) => row.values.length));
    const slots = Array.from({ length: width }, (_, index) => index + 1);
    const conflicts = conflictsIn(await readSealed(tx, about, slots), own, slots);
    if (conflicts === undefined) {
      await openDay(tx, about);
      continue;
    }
    unchanged.push(about);
    for (const { index } of own) done.add(index);
    for (const [index, count] of conflicts) result.conflicts.set(index, count);
  }
  if (unchanged.length > 0) await unmark(tx, unchanged);
  return done;
}

/** @returns differing readings by position; undefined when the rows add something to the day. */
function conflictsIn(
  day: SealedDay | undefined,
  rows: readonly { row: FrameRow; index: number }[],
  slots: readonly number[],
): Map<number, number> | undefined {
  const places = new Map(day?.atMs.map((atMs, place) => [atMs, place]));
  const conflicts = new Map<number, number>();
  for (const { row, index } of rows) {
    const place = places.get(row.atMs);
    if (place === undefined) return undefined;
    const merged = mergeValues(
      slots.map((slot) => day?.columns.get(slot)?.[place] ?? null),
      row.values,
    );
    if (merged.isFilled) return undefined;
    if (merged.conflicts > 0) conflicts.set(index, merged.conflicts);
  }
  return conflicts;
}

async function mergeFrames(
  tx: Db,
  known: readonly { row: FrameRow; index: number }[],
  result: StoredFrames,
): Promise<void> {
  const ids = known.map(({ row }) => row.containerId);
  const times = known.map(({ row }) => row.atMs);
  const { rows: stored } = await sql<{ containerId: string; atMs: number; v: (number | null)[] }>`
    select f.container_id, date_part('epoch', f.at) * 1000 as at_ms, f.v
    from unnest(${ids}::text[], ${times}::float8[]) as incoming (id, ms)
    join frame f on f.container_id = id and f.at = to_timestamp(ms / 1000)
    for update of f`.execute(tx);
  const before = new Map(stored.map((row) => [keyOf(row.containerId, Math.round(row.atMs)), row.v]));
  const filled: FrameRow[] = [];
  for (const { row, index } of known) {
    const merged = mergeValues(before.get(keyOf(row.containerId, row.atMs)) ?? [], row.values);
    if (merged.conflicts > 0) result.conflicts.set(index, merged.conflicts);
    if (merged.isFilled) filled.push({ ...row, values: merged.values });
  }
  result.merged = filled.length;
  if (filled.length === 0) return;
  await sql`
    update frame f set v = incoming.v::float8[]
    from unnest(${filled.map((row) => row.containerId)}::text[], ${filled.map((row) => row.atMs)}::float8[],
      ${filled.map((row) => toArrayText(row.values))}::text[]) as incoming (id, ms, v)
    where f.container_id = id and f.at = to_timestamp(ms / 1000)`.execute(tx);
}

/**
 * Ensures that the month of each frame has its partition.
 * @param known Months whose partitions are known to exist; this adds to it.
 */
export async function ensurePartitions(db: Db, rows: readonly FrameRow[], known: Set<Month>): Promise<void> {
  const missing = new Set(rows.map((row) => monthOf(row.atMs)).filter((month) => !known.has(month)));
  if (missing.size > 0) await ensureMonths(db, "frame", missing);
  for (const month of missing) known.add(month);
}

/** Slots of a container's metrics. */
export async function readSlots(db: Db, containerId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("containerMetric")
    .select(["name", "slot"])
    .where("containerId", "=", containerId)
    .execute();
  return new Map(rows.map(({ name, slot }) => [name, slot]));
}

/**
 * Gives slots to metrics that have none, after the existing ones.
 * @returns all slots of the container; fewer than asked for where the cap is reached.
 */
export async function addSlots(
  db: Db,
  containerId: string,
  metrics: readonly { name: string; unit: string | null; kind: string | null }[],
  cap: number,
): Promise<Map<string, number>> {
  return db.transaction().execute(async (tx) => {
    // Frames in these slots are committed later, with a flush to disk, which also flushes everything before them in the
    // log.
    await sql`set local synchronous_commit = off`.execute(tx);
    // The container's row is the lock: two writers never give one slot twice. What only refers to the row does not wait.
    await tx.selectFrom("container").select("id").where("id", "=", containerId).forNoKeyUpdate().execute();
    const slots = await readSlots(tx, containerId);
    const missing = metrics.filter(({ name }) => !slots.has(name)).slice(0, Math.max(0, cap - slots.size));
    if (missing.length === 0) return slots;
    const first = Math.max(0, ...slots.values()) + 1;
    const rows = missing.map((metric, index) => ({ containerId, slot: first + index, ...metric }));
    await tx.insertInto("containerMetric").values(rows).execute();
    for (const { name, slot } of rows) slots.set(name, slot);
    return slots;
  });
}

function keyOf(containerId: string, atMs: number): string {
  return `${containerId} ${atMs}`;
}
