import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { parseArray } from "../float-array.ts";
import { type Changed, type IsMeant, type Replacement, beginReplacement, replaceDay } from "./replace.store.ts";
import type { Instant } from "./samples.store.ts";

/** Undoes a correction, unless a later one that holds has replaced some of the same readings. */

/** A later correction has replaced some of the same readings, and holds. */
export class CorrectedSince extends Error {
  readonly laterId: number;
  constructor(id: number, laterId: number) {
    super(`Correction ${laterId} has replaced readings of correction ${id} since; undo ${laterId} first.`);
    this.laterId = laterId;
  }
}

/**
 * Puts back what a replacement took away, where the portal still has it; readings that arrived since stay. This is itself a replacement, which can be
 * undone. After an interruption the same call does the rest.
 * @param mayGoOn Called before each day; throws when nothing more may be changed.
 * @returns how many readings changed; undefined for a replacement that is not known (any more).
 * @throws CorrectedSince before anything is changed, or at a day that a correction has replaced meanwhile.
 */
export async function undoReplacement(
  db: Db,
  id: number,
  by: { userId: string; nowMs: number },
  mayGoOn?: () => Promise<void>,
): Promise<{ id: number; containerId: string; readings: number } | undefined> {
  const begin = (tx: Db) => beginUndoing(tx, id, by);
  const undoing = await (db.isTransaction ? begin(db) : db.transaction().execute(begin));
  if (!undoing) return undefined;
  const { containerId } = undoing;
  let readings = 0;
  for (const day of undoing.days) {
    await mayGoOn?.();
    const { replaced, removed } = await undoDay(db, id, undoing, day, by.nowMs);
    readings += replaced + removed;
  }
  await sql`update replacement set undone_at = coalesce(undone_at, ${toTime(by.nowMs)})
    where id = ${undoing.id}`.execute(db);
  return { id: undoing.id, containerId, readings };
}

/** Begins an undoing, or goes on with one that was interrupted. */
async function beginUndoing(
  tx: Db,
  id: number,
  by: { userId: string; nowMs: number },
): Promise<(Replacement & { days: number[] }) | undefined> {
  // Of two processes that undo the same correction the second goes on with what the first has begun.
  const { rows: found } = await sql<{ containerId: string; fromMs: number; toMs: number }>`
    select container_id, date_part('epoch', from_at) * 1000 as from_ms, date_part('epoch', to_at) * 1000 as to_ms
    from replacement where id = ${id} for update`.execute(tx);
  const [about] = found;
  if (!about) return undefined;
  const { rows: days } = await sql<{ day: number; slots: number[] }>`
    select day, array_agg(slot order by slot) as slots from replaced_reading
    where replacement_id = ${id} group by day order by day`.execute(tx);
  const undoing = { ...about, slots: [...new Set(days.flatMap(({ slots }) => slots))] };
  const all = await readCorrections(tx, id);
  const begun = all.find((one) => one.undoes === id && !isUndone(one, all));
  if (begun?.isOver) return { ...undoing, id: begun.id, days: [] };
  await mustBeLast(tx, id);
  const { id: ownId } = begun ?? (await beginReplacement(tx, undoing, by, id));
  return { ...undoing, id: ownId, days: days.map(({ day }) => day) };
}

async function undoDay(db: Db, id: number, undoing: Replacement, day: number, nowMs: number): Promise<Changed> {
  const { rows: kept } = await sql<Kept>`
    select slot, value::text as value, left_value::text as left_value,
      (select array_agg(date_part('epoch', one) * 1000 order by place) from unnest(at) with ordinality as t (one, place))::text as at
    from replaced_reading where replacement_id = ${id} and day = ${day}`.execute(db);
  const { rows, isMeant } = rowsOf(undoing.slots, kept);
  const mayChange = async (tx: Db) => {
    const { rows: done } = await sql`
      select 1 from replaced_reading where replacement_id = ${undoing.id} and day = ${day} limit 1`.execute(tx);
    if (done.length > 0) return false;
    await mustBeLast(tx, id, day);
    return true;
  };
  return replaceDay(db, undoing, day, rows, nowMs, { isMeant, mayChange });
}

/** Arrays of PostgreSQL. */
interface Kept {
  slot: number;
  at: string;
  value: string;
  /** Null: of a correction of which that is not known. */
  leftValue: string | null;
}

interface Cell {
  before: number | null;
  /** What the correction put in its place; undefined: not known. */
  left: number | null | undefined;
}

function rowsOf(slots: readonly number[], kept: readonly Kept[]) {
  const byTime = new Map<number, (Cell | undefined)[]>();
  for (const { slot, at, value, leftValue } of kept) {
    const values = parseArray(value);
    const left = leftValue === null ? undefined : parseArray(leftValue);
    const column = slots.indexOf(slot);
    for (const [place, ms] of parseArray(at).entries()) {
      const atMs = Math.round(ms ?? 0);
      let cells = byTime.get(atMs);
      if (!cells) byTime.set(atMs, (cells = slots.map(() => undefined)));
      cells[column] = { before: values[place] ?? null, left: left && (left[place] ?? null) };
    }
  }
  const isMeant: IsMeant = (place, atMs, stored) => {
    const cell = byTime.get(atMs)?.[place];
    return cell !== undefined && (cell.left === undefined || cell.left === stored);
  };
  const rows = [...byTime].map(([atMs, cells]): Instant => ({
    atMs,
    values: cells.map((cell) => cell?.before ?? null),
  }));
  return { rows, isMeant };
}

interface Correction {
  id: number;
  undoes: number | null;
  /** Of an undoing: everything is put back. */
  isOver: boolean;
}

/** The corrections of the same container. */
async function readCorrections(db: Db, id: number): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select id, undoes, undone_at is not null as is_over from replacement
    where container_id = (select container_id from replacement where id = ${id})`.execute(db);
  return rows;
}

/** An undoing can be undone, too; what it undid holds again then. */
function isUndone({ id }: Correction, all: readonly Correction[]): boolean {
  return all.some((other) => other.undoes === id && other.isOver && !isUndone(other, all));
}

/**
 * The newest correction that holds and has replaced readings which this one had replaced before, or that was to replace
 * them and found them right. One that changed no reading at all stands for nothing of its own.
 * @param day Only in this UTC day.
 */
export async function findLater(db: Db, id: number, day: number | null = null): Promise<number | undefined> {
  // An undoing speaks about the readings that it puts back, any other correction about all in its span.
  const { rows } = await sql<{ id: number }>`
    select distinct other.id from replaced_reading own
    join replacement mine on mine.id = own.replacement_id
    join replacement other
      on other.container_id = mine.container_id and other.id <> mine.id and own.slot = any (other.slots)
    left join replaced_reading theirs
      on theirs.replacement_id = other.id and theirs.slot = own.slot and theirs.day = own.day
    where own.replacement_id = ${id} and own.day = coalesce(${day}::integer, own.day)
      and coalesce(theirs.place > own.place, other.id > mine.id)
      and case when other.undoes is not null then coalesce(theirs.at && own.at, false)
        else exists (select from unnest(own.at) as kept (instant) where instant >= other.from_at and instant < other.to_at)
          and exists (select from replaced_reading changed where changed.replacement_id = other.id) end`.execute(db);
  const laterIds = new Set(rows.map((row) => row.id));
  const all = await readCorrections(db, id);
  const holding = all.filter(
    (one) =>
      laterIds.has(one.id) &&
      !isUndone(one, all) &&
      // What undoes this one, or something later, leaves it as it was.
      (one.undoes === null || (one.isOver && one.undoes !== id && !laterIds.has(one.undoes))),
  );
  return holding.length > 0 ? Math.max(...holding.map((one) => one.id)) : undefined;
}

async function mustBeLast(db: Db, id: number, day?: number): Promise<void> {
  const laterId = await findLater(db, id, day);
  if (laterId !== undefined) throw new CorrectedSince(id, laterId);
}
