import { setImmediate as turn } from "node:timers/promises";

import { sql } from "kysely";

import { tellAtCommit } from "../../bus/announcement.ts";
import { type Db, toTime } from "../../core/db.ts";
import { parseArray, toArrayText } from "../float-array.ts";
import { ensureMonths, monthsOfDays } from "./partitions.store.ts";
import { dayMs, dayOf, quarterMs } from "../quarter-hours.ts";
import { markDirty } from "../rollups/rollups.store.ts";
import type { Instant } from "./samples.store.ts";
import { listSealed, openDay } from "./sealed-days.store.ts";

/**
 * Replaces readings by those of another source. What was there is kept for a while. Summaries and sealed days follow by
 * the marks that every write sets; whoever keeps anything else of the readings hears of the change with its commit.
 */

/** A correction of some metrics of a container, from an instant up to another. */
export interface Replacement {
  id: number;
  containerId: string;
  /** Slots of the metrics; their readings in the span are afterwards those of the new source, and no others. */
  slots: readonly number[];
  fromMs: number;
  toMs: number;
}

/** Readings that are otherwise than before. */
export interface Changed {
  /** That have another value, or came where there was none. */
  replaced: number;
  /** That went. */
  removed: number;
}

/** Replaced readings are kept for this long. */
export const replacedKeptMs = 30 * dayMs;

/** Records who replaces what. @param undoes The correction that this one undoes. */
export async function beginReplacement(
  db: Db,
  about: Omit<Replacement, "id">,
  by: { userId: string; nowMs: number },
  undoes?: number,
): Promise<Replacement> {
  const { rows } = await sql<{ id: string | number }>`
    insert into replacement (container_id, made_at, user_id, from_at, to_at, slots, undoes)
    values (${about.containerId}, ${toTime(by.nowMs)}, ${by.userId}, ${toTime(about.fromMs)}, ${toTime(about.toMs)},
      ${[...about.slots]}::integer[], ${undoes ?? null})
    returning id`.execute(db);
  return { ...about, id: Number(rows[0]?.id) };
}

/** Says up to where a correction really reaches, once that is known. */
export async function narrowReplacement(
  db: Db,
  { id, slots, fromMs, toMs }: Omit<Replacement, "containerId">,
): Promise<void> {
  await sql`update replacement set slots = ${[...slots]}::integer[], from_at = ${toTime(fromMs)}, to_at = ${toTime(toMs)}
    where id = ${id}`.execute(db);
}

/** UTC days of the span of which the container has readings of any metric. */
export async function listDaysWithFrames(
  db: Db,
  { containerId, fromMs, toMs }: Pick<Replacement, "containerId" | "fromMs" | "toMs">,
): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select distinct floor(date_part('epoch', at) / 86400)::integer as day from frame
    where container_id = ${containerId} and at >= ${toTime(fromMs)} and at < ${toTime(toMs)}
    union select day from sealed_day
    where container_id = ${containerId} and day between ${dayOf(fromMs)} and ${dayOf(toMs - 1)}`.execute(db);
  return rows.map(({ day }) => day).sort((one, other) => one - other);
}

interface OfDay {
  /** Which cells the rows speak about; left out: all of the replacement's slots. */
  isMeant?: IsMeant;
  /** Called while the day is locked, before anything is changed. @returns whether there is anything to do. */
  mayChange?: (tx: Db) => Promise<boolean>;
}

/**
 * Replaces the readings of one UTC day, in a transaction of its own unless there is one.
 * @param rows The new readings of that day, within the span, in the order of the replacement's slots; each instant once.
 */
export async function replaceDay(
  db: Db,
  replacement: Replacement,
  day: number,
  rows: readonly Instant[],
  nowMs: number,
  { isMeant = () => true, mayChange }: OfDay = {},
): Promise<Changed> {
  const { containerId } = replacement;
  await ensureMonths(db, "frame", monthsOfDays([day]));
  const fromMs = Math.max(replacement.fromMs, day * dayMs);
  const toMs = Math.min(replacement.toMs, (day + 1) * dayMs);
  const work = async (tx: Db) => {
    // The mark is the lock: whoever else writes this day, or seals it, waits until the end.
    const opened = await markDirty(tx, quartersOf(containerId, fromMs, toMs), nowMs);
    for (const sealed of await listSealed(tx, opened)) await openDay(tx, sealed);
    if (mayChange && !(await mayChange(tx))) return { replaced: 0, removed: 0 };
    const { rows: stored } = await sql<{ atMs: number; width: number }>`
      select date_part('epoch', at) * 1000 as at_ms, cardinality(v) as width from frame
      where container_id = ${containerId} and at >= ${toTime(fromMs)} and at < ${toTime(toMs)}`.execute(tx);
    const after = new Map(rows.map(({ atMs, values }) => [atMs, values]));
    const instants = [...new Set([...stored.map(({ atMs }) => Math.round(atMs)), ...after.keys()])];
    instants.sort((one, other) => one - other);
    const previous: Previous = new Map();
    const changed: Changed = { replaced: 0, removed: 0 };
    const width = stored.reduce((most, one) => Math.max(most, one.width), Math.max(1, ...replacement.slots));
    const atOnce = Math.min(instantsAtOnce, Math.ceil(cellsAtOnce / width));
    for (let first = 0; first < instants.length; first += atOnce) {
      const some = instants.slice(first, first + atOnce);
      const before = await readWhole(tx, containerId, some);
      const changes = changesOf({ before, after, isMeant, previous, changed }, some, replacement.slots);
      await write(tx, containerId, changes, nowMs);
      await turn();
    }
    await tellAtCommit(tx, "historyChanged", { containerIds: [containerId] });
    await keepPrevious(tx, replacement, day, previous);
    return changed;
  };
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Frames with all their values, as arrays of PostgreSQL. @param instants In their order. */
async function readWhole(tx: Db, containerId: string, instants: readonly number[]): Promise<Map<number, string>> {
  const [first = 0, last = first] = [instants[0], instants.at(-1)];
  const { rows } = await sql<{ atMs: number; v: string }>`
    select date_part('epoch', at) * 1000 as at_ms, v::text as v from frame
    where container_id = ${containerId} and at between ${toTime(first)} and ${toTime(last)}
    order by at for update`.execute(tx);
  return new Map(rows.map(({ atMs, v }) => [Math.round(atMs), v]));
}

function quartersOf(containerId: string, fromMs: number, toMs: number): { containerId: string; atMs: number }[] {
  const first = Math.floor(fromMs / quarterMs);
  const count = Math.ceil(toMs / quarterMs) - first;
  return Array.from({ length: count }, (_, index) => ({ containerId, atMs: (first + index) * quarterMs }));
}

/**
 * @param place Of a metric among the replacement's slots.
 * @param stored What is there; null: nothing.
 */
export type IsMeant = (place: number, atMs: number, stored: number | null) => boolean;

export type Values = (number | null)[];

/** What stood there, and what was left in its place, by slot; null: nothing. */
type Previous = Map<number, { atMs: number[]; values: Values; left: Values }>;

interface Changes {
  /** Instants whose frame is new or different, with all its values. */
  written: Map<number, Values>;
  /** Instants of which no reading is left. */
  deleted: number[];
}

interface Compared {
  before: ReadonlyMap<number, string>;
  /** In the order of the slots. */
  after: ReadonlyMap<number, Values>;
  isMeant: IsMeant;
  /** What changes is added here. */
  previous: Previous;
  changed: Changed;
}

/** Frames in memory at once, and their cells: all of a dense day would fill it. Then others have a turn. */
const instantsAtOnce = 2_000;
const cellsAtOnce = 100_000;

/** What has to be written at some instants so that these slots have the new readings and no others. */
function changesOf(
  { before, after, isMeant, previous, changed }: Compared,
  instants: readonly number[],
  slots: readonly number[],
): Changes {
  const changes: Changes = { written: new Map(), deleted: [] };
  for (const atMs of instants) {
    const values = parseArray(before.get(atMs));
    const news = after.get(atMs);
    let isChanged = false;
    for (const [place, slot] of slots.entries()) {
      const [old, fresh] = [values[slot - 1] ?? null, news?.[place] ?? null];
      if (Object.is(old, fresh) || !isMeant(place, atMs, old)) continue;
      isChanged = true;
      changed[fresh === null ? "removed" : "replaced"]++;
      while (values.length < slot) values.push(null);
      values[slot - 1] = fresh;
      let kept = previous.get(slot);
      if (!kept) previous.set(slot, (kept = { atMs: [], values: [], left: [] }));
      kept.atMs.push(atMs);
      kept.values.push(old);
      kept.left.push(fresh);
    }
    if (!isChanged) continue;
    if (values.some((value) => value !== null)) changes.written.set(atMs, values);
    else changes.deleted.push(atMs);
  }
  return changes;
}

async function write(tx: Db, containerId: string, { written, deleted }: Changes, nowMs: number): Promise<void> {
  if (deleted.length > 0) {
    await sql`
      delete from frame using unnest(${deleted}::float8[]) as gone (ms)
      where container_id = ${containerId} and at = to_timestamp(ms / 1000)`.execute(tx);
  }
  if (written.size === 0) return;
  await sql`
    insert into frame (container_id, at, received_at, v)
    select ${containerId}, to_timestamp(ms / 1000), ${toTime(nowMs)}, v::float8[]
    from unnest(${[...written.keys()]}::float8[], ${[...written.values()].map(toArrayText)}::text[]) as fresh (ms, v)
    on conflict (container_id, at) do update set v = excluded.v`.execute(tx);
}

async function keepPrevious(tx: Db, { id }: Replacement, day: number, previous: Previous): Promise<void> {
  for (const [slot, { atMs, values, left }] of previous) {
    await sql`
      insert into replaced_reading (replacement_id, slot, day, at, value, left_value)
      select ${id}, ${slot}, ${day}, array_agg(to_timestamp(ms / 1000) order by place), ${toArrayText(values)}::float8[],
        ${toArrayText(left)}::float8[]
      from unnest(${atMs}::float8[]) with ordinality as kept (ms, place)`.execute(tx);
  }
}

/** Drops replaced readings that were kept long enough. */
export async function dropReplaced(db: Db, nowMs: number): Promise<void> {
  await sql`delete from replacement where made_at < ${toTime(nowMs - replacedKeptMs)}`.execute(db);
}
