import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { type MetricDay, dayMs, dayOf, quarterMs, quarterOf, quartersPerDay } from "../quarter-hours.ts";
import { type KeptDay, RollupCache, type RevisionNews } from "./rollup-cache.ts";
import { type PackedDay, type RollupColumn, packDay, rollupColumns, signsOf, unpackDay } from "./rollup-codec.ts";

/**
 * Summaries by quarter hour, and the marks of those that are out of date. A mark is set in the transaction that writes
 * the frames and removed in the one that writes the summary, so at any moment each quarter hour is either marked or
 * summarised from all its frames. The row of a day's marks is also the lock between writers and the sealing of the day
 * (sealed-days.store.ts): it exists for as long as the day is open.
 */

/** A UTC day of a container, in days since 1970. */
export interface ContainerDay {
  containerId: string;
  day: number;
}

/** Quarter hours of one container and UTC day to be summarised. */
export interface DirtyDay extends ContainerDay {
  /** 0..95, rising. */
  quarters: number[];
  mark: number;
}

/**
 * Marks the quarter hours of some frames. Run it in the transaction that writes them, before the write: it waits for
 * any sealing of their days to end and holds off the next one.
 * @returns the days that were not open and may therefore be sealed; they are open from now on.
 */
export async function markDirty(
  tx: Db,
  frames: readonly { containerId: string; atMs: number }[],
  nowMs: number,
): Promise<ContainerDay[]> {
  const days = new Map<string, { containerId: string; day: number; quarters: Set<number> }>();
  for (const { containerId, atMs } of frames) {
    const day = dayOf(atMs);
    const key = `${containerId} ${day}`;
    let marked = days.get(key);
    if (!marked) days.set(key, (marked = { containerId, day, quarters: new Set() }));
    marked.quarters.add(quarterOf(atMs) - day * quartersPerDay);
  }
  // In the same order for all writers, so that two never wait for each other.
  const rows = [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  // A row that existed has its lock in xmax; a new row has none.
  const { rows: opened } = await sql<ContainerDay>`
    with marked as (
    insert into rollup_dirty (container_id, day, quarters, mark, since)
    select id, day, quarters::bit(96), pg_current_xact_id()::text::bigint, to_timestamp(${nowMs}::float8 / 1000)
    from unnest(${rows.map(({ containerId }) => containerId)}::text[], ${rows.map(({ day }) => day)}::integer[],
      ${rows.map(({ quarters }) => toBits(quarters))}::text[]) as marked (id, day, quarters)
    on conflict (container_id, day) do update
      set quarters = rollup_dirty.quarters | excluded.quarters, mark = excluded.mark
    returning container_id, day, xmax = 0 as is_new
    ) select container_id, day from marked where is_new`.execute(tx);
  return opened;
}

/** Closes days again to which nothing was written after all, in the transaction that opened them. */
export async function unmark(tx: Db, days: readonly ContainerDay[]): Promise<void> {
  await sql`
    delete from rollup_dirty using unnest(${days.map(({ containerId }) => containerId)}::text[],
      ${days.map(({ day }) => day)}::integer[]) as closed (id, closed_day)
    where container_id = id and day = closed_day`.execute(tx);
}

/**
 * Days whose marks have waited, the longest first.
 * @param sinceMs Days before today are due if they were marked before this,
 * @param todaySinceMs and today if it was marked before this.
 */
export async function listDue(
  db: Db,
  { today, sinceMs, todaySinceMs }: { today: number; sinceMs: number; todaySinceMs: number },
  limit: number,
): Promise<DirtyDay[]> {
  const { rows } = await sql<{ containerId: string; day: number; quarters: string; mark: number }>`
    select container_id, day, quarters, mark from rollup_dirty
    where position(B'1' in quarters) > 0 and since <= to_timestamp(${sinceMs}::float8 / 1000)
      and (day < ${today} or since <= to_timestamp(${todaySinceMs}::float8 / 1000))
    order by since, day desc, container_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, quarters: fromBits(row.quarters) }));
}

/** Marked quarter hours of a container, by their number since 1970. Read them before the summaries. */
export async function listDirty(db: Db, containerId: string, fromDay: number, toDay: number): Promise<Set<number>> {
  const { rows } = await sql<{ day: number; quarters: string }>`
    select day, quarters from rollup_dirty
    where container_id = ${containerId} and day between ${fromDay} and ${toDay}`.execute(db);
  return new Set(rows.flatMap(({ day, quarters }) => fromBits(quarters).map((one) => day * quartersPerDay + one)));
}

/** Days unpacked before other work gets its turn, some two ms. */
const daysAtOnce = 64;

/** Summaries of some metrics: slot -> UTC day -> its quarter hours. A day without readings is left out. */
export async function readDays(
  db: Db,
  containerId: string,
  slots: readonly number[],
  { fromDay, toDay }: { fromDay: number; toDay: number },
  columns: readonly RollupColumn[],
): Promise<Map<number, Map<number, MetricDay>>> {
  const found = new Map<number, Map<number, MetricDay>>(slots.map((slot) => [slot, new Map()]));
  const wanted = rollupColumns.filter((column) => column === "counts" || columns.includes(column));
  const { rows } = await sql<PackedDay & { slot: number; day: number; counts: Buffer }>`
    select slot, day, ${sql.join(wanted.map((column) => sql.ref(column)))} from rollup_day
    where container_id = ${containerId} and slot = any(${[...slots]}::integer[])
      and day between ${fromDay} and ${toDay}`.execute(db);
  for (const [index, row] of rows.entries()) {
    found.get(row.slot)?.set(row.day, unpackDay(row));
    if (index % daysAtOnce === daysAtOnce - 1) await untilIdle();
  }
  return found;
}

/** What one statement says about a container: its revision, and the quarter hours that are marked. */
export interface RollupState extends RevisionNews {
  id: string;
  /** For each UTC day, 96 digits, 1 where a quarter hour is marked, and the transaction that marked last. */
  dirty: readonly (readonly [day: number, quarters: string, mark: number])[];
}

const cacheBytes = 64 * 2 ** 20;
const caches = new WeakMap<Db, RollupCache>();

/** This process's cache of a database's days. */
export function cacheOf(db: Db): RollupCache {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = new RollupCache(cacheBytes)));
  return cache;
}

/** Columns `revision`, `changed` and `dirty` of a RollupState, for a statement that has the container as `id`. */
export function stateColumns(id: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    coalesce((select revision from rollup_revision where rollup_revision.container_id = ${id}), 0) as revision,
    coalesce((select json_agg(json_build_array(day, revision)) from rollup_change
      where rollup_change.container_id = ${id} and revision > ${since}), '[]') as changed,
    coalesce((select json_agg(json_build_array(day, quarters, mark)) from rollup_dirty
      where rollup_dirty.container_id = ${id} and position(B'1' in quarters) > 0), '[]') as dirty`;
}

/** Marked quarter hours, by their number since 1970, rising within a day. */
export function markedWithin({ dirty }: RollupState, first: number, last: number): number[] {
  const marked: number[] = [];
  for (const [day, quarters] of dirty) {
    const base = day * quartersPerDay;
    if (base > last || base + quartersPerDay <= first) continue;
    for (let at = quarters.indexOf("1"); at >= 0; at = quarters.indexOf("1", at + 1)) {
      if (base + at >= first && base + at <= last) marked.push(base + at);
    }
  }
  return marked;
}

/**
 * Summaries of some metrics, from memory where they are still as stored: slot -> an entry per UTC day from `fromDay` to
 * `toDay`, null for a day without readings.
 * @param known Read before; see `RollupCache`.
 */
export async function keptDays(
  db: Db,
  known: RollupState,
  slots: readonly number[],
  { fromDay, toDay }: { fromDay: number; toDay: number },
  columns: readonly RollupColumn[],
): Promise<Map<number, (KeptDay | null)[]>> {
  const cache = cacheOf(db);
  const found = new Map<number, (KeptDay | null)[]>();
  const missing = new Set<number>();
  let firstMissing = toDay;
  let lastMissing = fromDay;
  for (const slot of slots) {
    const days: (KeptDay | null)[] = [];
    for (let day = fromDay; day <= toDay; day++) {
      const kept = cache.get(known.id, slot, day, columns);
      days.push(kept ?? null);
      if (kept !== undefined) continue;
      missing.add(slot);
      firstMissing = Math.min(firstMissing, day);
      lastMissing = Math.max(lastMissing, day);
    }
    cache.touch(known.id, slot);
    found.set(slot, days);
  }
  if (missing.size === 0) return found;
  const span = { fromDay: firstMissing, toDay: lastMissing };
  // Columns that others asked for are read again too, so that two kinds of requests do not push each other out.
  const wanted = [...new Set([...columns, ...[...missing].flatMap((slot) => cache.columnsOf(known.id, slot))])];
  const read = await readDays(db, known.id, [...missing], span, wanted);
  for (const slot of missing) {
    const days = found.get(slot) as (KeptDay | null)[];
    const fresh = new Map<number, KeptDay | null>();
    for (let day = firstMissing; day <= lastMissing; day++) {
      const metricDay = read.get(slot)?.get(day);
      const kept = metricDay ? { day: metricDay, signs: signsOf(metricDay.counts) } : null;
      days[day - fromDay] = kept;
      fresh.set(day, kept);
    }
    cache.put(known.id, known.revision, slot, fresh, wanted);
  }
  return found;
}

/** The spans of time of some quarter hours, by their number since 1970; neighbours form one span. */
export function spansOf(quarters: Iterable<number>): { fromMs: number; toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const quarter of [...quarters].sort((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last && last.toMs === quarter * quarterMs) last.toMs += quarterMs;
    else spans.push({ fromMs: quarter * quarterMs, toMs: (quarter + 1) * quarterMs });
  }
  return spans;
}

/** Slots of a container's metrics, and which of them are powers. */
export async function listPowerSlots(db: Db, containerId: string): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ slot: number; isPower: boolean }>`
    select slot, name like '%.power' as is_power from container_metric where container_id = ${containerId}`.execute(db);
  return new Map(rows.map(({ slot, isPower }) => [slot, isPower]));
}

/**
 * Writes new summaries of a day and removes its marks, unless frames were written meanwhile.
 * @param done The day as it was listed, with the quarter hours that were summarised.
 * @param set Sets the new summaries in the stored day of a slot; called for each known slot.
 * @returns false if frames came meanwhile; nothing is changed then.
 */
export async function settleDay(
  db: Db,
  done: DirtyDay,
  powers: ReadonlyMap<number, boolean>,
  nowMs: number,
  set: (slot: number, day: MetricDay | undefined) => MetricDay | undefined,
): Promise<boolean> {
  const { containerId, day, quarters, mark } = done;
  return db.transaction().execute(async (tx) => {
    // Waits for a writer that is marking right now and then finds its mark; later writers wait for us.
    const { rows } = await sql`
      update rollup_dirty set quarters = quarters & ~${toBits(new Set(quarters))}::text::bit(96),
        since = to_timestamp(${nowMs}::float8 / 1000)
      where container_id = ${containerId} and day = ${day} and mark = ${mark}
      returning 1 as settled`.execute(tx);
    if (rows.length === 0) {
      // Frames are arriving just now: leave it to the next run.
      await sql`update rollup_dirty set since = to_timestamp(${nowMs}::float8 / 1000)
        where container_id = ${containerId} and day = ${day}`.execute(tx);
      return false;
    }
    if (quarters.length === 0) return true;
    const slots = [...powers.keys()];
    const known = await readDays(tx, containerId, slots, { fromDay: day, toDay: day }, rollupColumns);
    const emptied: number[] = [];
    const packed = slots.flatMap((slot) => {
      const next = set(slot, known.get(slot)?.get(day));
      if (next && next.counts.every((count) => count === 0)) {
        emptied.push(slot);
        return [];
      }
      return next ? [{ slot, columns: packDay(next, powers.get(slot) ?? false) }] : [];
    });
    // All its readings were replaced by none: a day without readings has no row.
    if (emptied.length > 0) {
      await sql`delete from rollup_day
        where container_id = ${containerId} and day = ${day} and slot = any(${emptied}::integer[])`.execute(tx);
    }
    if (packed.length === 0) return true;
    const arrays = rollupColumns.map((column) => sql`${packed.map(({ columns }) => columns[column])}::bytea[]`);
    const names = sql.join(rollupColumns.map((column) => sql.ref(column)));
    await sql`
      insert into rollup_day (container_id, slot, day, ${names})
      select ${containerId}, slot, ${day}, ${names}
      from unnest(${packed.map(({ slot }) => slot)}::integer[], ${sql.join(arrays)}) as packed (slot, ${names})
      on conflict (container_id, slot, day) do update
        set ${sql.join(rollupColumns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`.execute(
      tx,
    );
    return true;
  });
}

/** Start of a quarter hour of a UTC day, epoch ms. */
export function quarterStart(day: number, quarter: number): number {
  return day * dayMs + quarter * quarterMs;
}

function toBits(quarters: ReadonlySet<number>): string {
  return Array.from({ length: quartersPerDay }, (_, quarter) => (quarters.has(quarter) ? "1" : "0")).join("");
}

function fromBits(bits: string): number[] {
  const quarters: number[] = [];
  for (let quarter = bits.indexOf("1"); quarter >= 0; quarter = bits.indexOf("1", quarter + 1)) quarters.push(quarter);
  return quarters;
}
