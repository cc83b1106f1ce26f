import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { markDirty } from "../../core/rollups.store.ts";
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

/** Any number that no one else locks: "part" in ASCII. */
const partitionLock = 0x7061_7274;

/**
 * Writes frames: one statement for what is new; what is there already is merged, which fills nulls and changes nothing
 * else. Marks the quarter hours that they lie in. Run it in a transaction.
 * @param rows Each instant of a container once.
 */
export async function writeFrames(tx: Db, rows: readonly FrameRow[], receivedMs: number): Promise<StoredFrames> {
  const result: StoredFrames = { stored: 0, merged: 0, conflicts: new Map() };
  if (rows.length === 0) return result;
  // Three long texts cross to the database faster than arrays of thousands of elements, each in its quotes; ids and numbers
  // have no semicolon. The answer names only what was there already, which as a rule is nothing.
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
  await markDirty(tx, rows, receivedMs);
  result.stored = rows.length - there.length;
  if (there.length === 0) return result;
  const known = there.map(({ place }) => ({ row: rows[place - 1] as FrameRow, index: place - 1 }));
  await mergeFrames(tx, known, result);
  return result;
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
 * Makes sure that the month of each frame has its partition. There is no default partition: rows in it would block the
 * making of the right one.
 * @param known Months known to be there, "2026-11"; grows.
 */
export async function ensurePartitions(db: Db, rows: readonly FrameRow[], known: Set<string>): Promise<void> {
  const months = new Set(rows.map((row) => new Date(row.atMs).toISOString().slice(0, 7)));
  for (const month of months) {
    if (known.has(month)) continue;
    const [year = 0, number = 0] = month.split("-").map(Number);
    const name = `frame_${month.replace("-", "_")}`;
    const from = new Date(Date.UTC(year, number - 1)).toISOString();
    const to = new Date(Date.UTC(year, number)).toISOString();
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(tx);
      const { rows: found } = await sql`select 1 as one from pg_class where oid = to_regclass(${name})`.execute(tx);
      if (found.length > 0) return;
      // Attaching takes a lighter lock than making it in place, so readers go on.
      await sql`create table ${sql.table(name)} (like frame including defaults including constraints)`.execute(tx);
      await sql`alter table frame attach partition ${sql.table(name)} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
        tx,
      );
    });
    known.add(month);
  }
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
 * Gives slots to metrics that have none, after those that are there.
 * @returns all slots of the container; fewer than asked for where the cap stands in the way.
 */
export async function addSlots(
  db: Db,
  containerId: string,
  metrics: readonly { name: string; unit: string | null; kind: string | null }[],
  cap: number,
): Promise<Map<string, number>> {
  return db.transaction().execute(async (tx) => {
    // Frames in these slots are committed later and to disk; what came before them in the log is then there, too.
    await sql`set local synchronous_commit = off`.execute(tx);
    // The container's row is the lock: two writers never give one slot twice.
    await tx.selectFrom("container").select("id").where("id", "=", containerId).forUpdate().execute();
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

function toArrayText(values: Values): string {
  // The quick way knows no null.
  if (!values.includes(null)) return `{${values.join(",")}}`;
  let text = "{";
  for (let slot = 0; slot < values.length; slot++) text += `${slot ? "," : ""}${values[slot] ?? "NULL"}`;
  return `${text}}`;
}
