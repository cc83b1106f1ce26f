import { sql } from "kysely";

import { tellAtCommit } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { parseArray, toArrayText } from "../float-array.ts";
import type { FrameRow } from "./frames.store.ts";
import { ensureMonths, monthsOfDays } from "./partitions.store.ts";
import { dayMs, dayOf, quarterMs } from "../quarter-hours.ts";
import { markDirty } from "../rollups/rollups.store.ts";
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

/**
 * Replaces the readings of one UTC day, in a transaction of its own.
 * @param rows The new readings of that day, within the span, by slot; each instant once.
 * @returns how many readings differ from those that were there, with those that came or went.
 */
export async function replaceDay(
  db: Db,
  replacement: Replacement,
  day: number,
  rows: readonly FrameRow[],
  nowMs: number,
): Promise<number> {
  return changeDay(db, replacement, day, rows, nowMs);
}

interface OfDay {
  /** Which cells the rows speak about; left out: all of the replacement's slots. */
  isMeant?: IsMeant;
  /** Called while the day is locked, before anything is changed. @returns whether there is anything to do. */
  mayChange?: (tx: Db) => Promise<boolean>;
}

/** As `replaceDay`. */
export async function changeDay(
  db: Db,
  replacement: Replacement,
  day: number,
  rows: readonly FrameRow[],
  nowMs: number,
  { isMeant = () => true, mayChange }: OfDay = {},
): Promise<number> {
  const { containerId } = replacement;
  await ensureMonths(db, "frame", monthsOfDays([day]));
  const fromMs = Math.max(replacement.fromMs, day * dayMs);
  const toMs = Math.min(replacement.toMs, (day + 1) * dayMs);
  const work = async (tx: Db) => {
    // The mark is the lock: whoever else writes this day, or seals it, waits until the end.
    const opened = await markDirty(tx, quartersOf(containerId, fromMs, toMs), nowMs);
    for (const sealed of await listSealed(tx, opened)) await openDay(tx, sealed);
    if (mayChange && !(await mayChange(tx))) return 0;
    const { rows: stored } = await sql<{ atMs: number; v: string }>`
      select date_part('epoch', at) * 1000 as at_ms, v::text as v from frame
      where container_id = ${containerId} and at >= ${toTime(fromMs)} and at < ${toTime(toMs)}
      order by at for update`.execute(tx);
    const before = new Map(stored.map(({ atMs, v }) => [Math.round(atMs), parseArray(v)]));
    const change = changesOf(before, rows, replacement.slots, isMeant);
    await write(tx, containerId, change, nowMs);
    await tellAtCommit(tx, "historyChanged", { containerIds: [containerId] });
    return keepPrevious(tx, replacement, day, change.previous);
  };
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

function quartersOf(containerId: string, fromMs: number, toMs: number): { containerId: string; atMs: number }[] {
  const first = Math.floor(fromMs / quarterMs);
  const count = Math.ceil(toMs / quarterMs) - first;
  return Array.from({ length: count }, (_, index) => ({ containerId, atMs: (first + index) * quarterMs }));
}

export type IsMeant = (slot: number, atMs: number) => boolean;

export type Values = (number | null)[];

interface Changes {
  /** Instants whose frame is new or different, with all its values. */
  written: Map<number, Values>;
  /** Instants of which no reading is left. */
  deleted: number[];
  /** What stood there, by slot; null: nothing. */
  previous: Map<number, { atMs: number[]; values: Values }>;
}

/** What has to be written so that these slots have the readings of the rows and no others. Pure. */
function changesOf(
  before: ReadonlyMap<number, Values>,
  rows: readonly FrameRow[],
  slots: readonly number[],
  isMeant: IsMeant,
): Changes {
  const changes: Changes = { written: new Map(), deleted: [], previous: new Map() };
  const after = new Map(rows.map(({ atMs, values }) => [atMs, values]));
  for (const atMs of [...new Set([...before.keys(), ...after.keys()])].sort((one, other) => one - other)) {
    const values: Values = [...(before.get(atMs) ?? [])];
    let isChanged = false;
    for (const slot of slots) {
      if (!isMeant(slot, atMs)) continue;
      const [old, fresh] = [values[slot - 1] ?? null, after.get(atMs)?.[slot - 1] ?? null];
      if (Object.is(old, fresh)) continue;
      isChanged = true;
      while (values.length < slot) values.push(null);
      values[slot - 1] = fresh;
      let kept = changes.previous.get(slot);
      if (!kept) changes.previous.set(slot, (kept = { atMs: [], values: [] }));
      kept.atMs.push(atMs);
      kept.values.push(old);
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

/** @returns how many readings were kept. */
async function keepPrevious(tx: Db, { id }: Replacement, day: number, previous: Changes["previous"]): Promise<number> {
  let count = 0;
  for (const [slot, { atMs, values }] of previous) {
    count += atMs.length;
    await sql`
      insert into replaced_reading (replacement_id, slot, day, at, value)
      select ${id}, ${slot}, ${day}, array_agg(to_timestamp(ms / 1000) order by place), ${toArrayText(values)}::float8[]
      from unnest(${atMs}::float8[]) with ordinality as kept (ms, place)`.execute(tx);
  }
  return count;
}

/** Drops replaced readings that were kept long enough. */
export async function dropReplaced(db: Db, nowMs: number): Promise<void> {
  await sql`delete from replacement where made_at < ${toTime(nowMs - replacedKeptMs)}`.execute(db);
}

export function toTime(ms: number) {
  return sql`to_timestamp(${ms}::float8 / 1000)`;
}
