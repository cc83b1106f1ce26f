import { type RawBuilder, sql } from "kysely";

import { unpackColumn, unpackInstants } from "./chunk-codec.ts";
import type { Db } from "../../core/db.ts";
import { parseArray } from "../float-array.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";
import { readTimes, readValues, sentTimes, sentValues } from "../sent-columns.ts";

/**
 * Readings of containers, wherever they are kept: in frames or, once a day is sealed, in columns. Nothing else reads
 * either. Each statement reads both at once, so that a day that is sealed or opened meanwhile is seen exactly once.
 */

/** Readings of some metrics of one container: `columns[i][k]` is metric i at `atMs[k]`, null where there is none. */
export interface Samples {
  atMs: number[];
  columns: (number | null)[][];
}

/** Readings of one instant: by slot from 1, or in the order of the slots asked for. */
export interface Instant {
  atMs: number;
  values: (number | null)[];
}

export interface Range {
  fromMs: number;
  toMs: number;
}

/** The days that one statement reads; a page with fewer than `fewInstants` is followed by a longer one. */
const firstPageMs = 8 * dayMs;
const fewInstants = 20_000;
/** All frames lie between these, however far a request reaches. */
const [earliestMs, latestMs] = [0, Date.UTC(9999, 0, 1)];

/** Slots of metrics in the frames of a container; a metric that it never sent has none. */
export async function listSlots(db: Db, containerId: string, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("containerMetric")
    .select(["name", "slot"])
    .where("containerId", "=", containerId)
    .where("name", "in", [...names])
    .execute();
  return new Map(rows.map(({ name, slot }) => [name, slot]));
}

/**
 * Readings in a range, in the order of time; instants without any of the metrics are left out.
 * @param limit Most instants to read; the earliest are read.
 * @param known Slots of the metrics, if they were read already.
 */
export async function readSamples(
  db: Db,
  containerId: string,
  names: readonly string[],
  range: Range,
  { limit = 5_000_000, known }: { limit?: number; known?: ReadonlyMap<string, number> } = {},
): Promise<Samples> {
  const slots = known ?? (await listSlots(db, containerId, names));
  const found = names.filter((name) => slots.has(name));
  const pages: Samples[] = [];
  let count = 0;
  if (found.length > 0) {
    const places = found.map((name) => slots.get(name) as number);
    let lengthMs = firstPageMs;
    const endMs = Math.min(range.toMs, latestMs);
    for (let fromMs = Math.max(range.fromMs, earliestMs); fromMs < endMs && count < limit;) {
      // Pages end at the ends of days: each day is read by one statement.
      const toMs = Math.min(endMs, (dayOf(fromMs) + lengthMs / dayMs) * dayMs);
      const page = await readPage(db, containerId, places, { fromMs, toMs }, limit - count);
      pages.push(page);
      count += page.atMs.length;
      if (page.atMs.length < fewInstants) lengthMs *= 2;
      fromMs = toMs;
    }
  }
  const { atMs, columns } = joined(pages, found.length);
  return {
    atMs,
    columns: names.map((name) => {
      const index = found.indexOf(name);
      return index < 0 ? atMs.map(() => null) : (columns[index] as (number | null)[]);
    }),
  };
}

interface SealedRow {
  day: number | null;
  /** 0 for the row of the day itself. */
  slot: number;
  frames: number;
  data: Buffer;
}

async function readPage(
  db: Db,
  containerId: string,
  slots: readonly number[],
  range: Range,
  limit: number,
): Promise<Samples> {
  const cells = slots.map((slot, index) => sql`v[${sql.lit(slot)}] as ${sql.ref(`c${index}`)}`);
  const anyValue = slots.map((slot) => sql`v[${sql.lit(slot)}] is not null`);
  const columns = slots.map((_, index) => sql`${sentValues(sql.ref(`c${index}`))} as ${sql.ref(`c${index}`)}`);
  // One row of columns costs a tenth of one row per instant.
  const { rows } = await sql<SealedRow & Record<string, Buffer | null>>`
    select null::integer as day, null::integer as slot, null::integer as frames, null::bytea as data,
      ${sentTimes(sql.ref("sample.at"))} as at, ${sql.join(columns)}
    from (
      select at, ${sql.join(cells)}
      from frame
      where container_id = ${containerId}
        and at >= to_timestamp(${range.fromMs}::float8 / 1000) and at < to_timestamp(${range.toMs}::float8 / 1000)
        and (${sql.join(anyValue, sql` or `)})
      order by at
      limit ${limit}
    ) as sample
    ${unionSealed(containerId, sql`day between ${dayOf(range.fromMs)} and ${dayOf(range.toMs - 1)}`, slots, slots.length + 1)}`.execute(
    db,
  );
  const open = rows.find(({ day }) => day === null);
  const frames = {
    atMs: readTimes(open?.["at"]),
    columns: slots.map((_, index) => readValues(open?.[`c${index}`])),
  };
  const sealed = unpackDays(rows).map((day) => within(day, slots, range));
  if (sealed.length === 0) return frames;
  return firstOf(joined(inOrder(frames, sealed), slots.length), limit);
}

/**
 * Readings in some spans of time, in the order of time. Spans do not overlap.
 * @param slots Only these readings, in this order; left out: the whole frame.
 */
export async function readSpans(
  db: Db,
  containerId: string,
  spans: readonly Range[],
  slots?: readonly number[],
): Promise<Instant[]> {
  if (spans.length === 0 || slots?.length === 0) return [];
  const values = slots ? sql`array[${sql.join(slots.map((slot) => sql`v[${sql.lit(slot)}]`))}]` : sql`v`;
  const days = new Set(spans.flatMap(daysOf));
  const { rows } = await sql<SealedRow & { atMs: number; cells: string }>`
    select null::integer as day, null::integer as slot, null::integer as frames, null::bytea as data,
      date_part('epoch', at) * 1000 as at_ms, (${values})::text as cells
    from unnest(${spans.map(({ fromMs }) => fromMs)}::float8[], ${spans.map(({ toMs }) => toMs)}::float8[]) as span (lo, hi)
    cross join lateral (
      select at, v from frame
      where container_id = ${containerId} and at >= to_timestamp(lo / 1000) and at < to_timestamp(hi / 1000)
    ) as frames
    ${unionSealed(containerId, sql`day = any(${[...days]}::integer[])`, slots, 2)}`.execute(db);
  const instants = rows
    .filter(({ day }) => day === null)
    .map(({ atMs, cells }): Instant => ({ atMs: Math.round(atMs), values: parseArray(cells) }));
  for (const day of unpackDays(rows)) {
    const wanted = slots ?? Array.from({ length: Math.max(0, ...day.columns.keys()) }, (_, index) => index + 1);
    for (const span of spans) {
      const { atMs, columns } = part(day, wanted, span);
      for (const [index, at] of atMs.entries())
        instants.push({ atMs: at, values: columns.map((column) => column[index] ?? null) });
    }
  }
  return instants.sort((one, other) => one.atMs - other.atMs);
}

/** The sealed days of a request, as rows that join those of its frames, which have this many columns of their own. */
function unionSealed(
  containerId: string,
  days: RawBuilder<unknown>,
  slots: readonly number[] | undefined,
  ownColumns: number,
): RawBuilder<unknown> {
  const nothing = sql.join(Array.from({ length: ownColumns }, () => sql`null`));
  const named = slots ? sql`and slot = any(${[...slots]}::integer[])` : sql``;
  const chosen = sql`container_id = ${containerId} and ${days}`;
  return sql`
    union all select day, 0, frames, times, ${nothing} from sealed_day where ${chosen}
    union all select day, slot, 0, data, ${nothing} from chunk where ${chosen} ${named}`;
}

/** A day unpacked from its columns, by slot. */
export interface SealedDay {
  day: number;
  atMs: number[];
  /** As in `sealed_day`, with the time when each frame was received. */
  times: Buffer;
  columns: Map<number, (number | null)[]>;
}

/**
 * Collects the rows of sealed days: each day has its own row and one for each of its columns. Other rows are ignored.
 */
export function unpackDays(rows: readonly SealedRow[]): SealedDay[] {
  const days = new Map<number, SealedDay>();
  for (const { day, slot, frames, data } of rows) {
    if (day !== null && slot === 0)
      days.set(day, { day, atMs: unpackInstants(data, frames, day * dayMs), times: data, columns: new Map() });
  }
  for (const { day, slot, data } of rows) {
    const found = slot === 0 || day === null ? undefined : days.get(day);
    found?.columns.set(slot, unpackColumn(data, found.atMs.length));
  }
  return [...days.values()].sort((one, other) => one.day - other.day);
}

function daysOf({ fromMs, toMs }: Range): number[] {
  const first = dayOf(fromMs);
  return Array.from({ length: Math.max(0, dayOf(toMs - 1) - first + 1) }, (_, index) => first + index);
}

/** The instants of a sealed day that lie in a range, with some of its columns. */
function part(day: SealedDay, slots: readonly number[], { fromMs, toMs }: Range): Samples {
  const from = firstFrom(day.atMs, fromMs);
  const to = firstFrom(day.atMs, toMs);
  const none = Array.from({ length: to - from }, () => null);
  return {
    atMs: day.atMs.slice(from, to),
    columns: slots.map((slot) => day.columns.get(slot)?.slice(from, to) ?? none),
  };
}

/** As `part`, without the instants at which none of the columns has a reading. */
function within(day: SealedDay, slots: readonly number[], range: Range): Samples {
  const { atMs, columns } = part(day, slots, range);
  if (columns.some((column) => !column.includes(null))) return { atMs, columns };
  const isKept = atMs.map((_, index) => columns.some((column) => column[index] !== null));
  if (isKept.every(Boolean)) return { atMs, columns };
  const kept = <T>(list: readonly T[]) => list.filter((_, index) => isKept[index]);
  return { atMs: kept(atMs), columns: columns.map(kept) };
}

/** Index of the first instant that is not before a given one. */
function firstFrom(atMs: readonly number[], ms: number): number {
  let [low, high] = [0, atMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atMs[middle] as number) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Frames and sealed days in the order of time; no day is both. */
function inOrder(frames: Samples, sealed: readonly Samples[]): Samples[] {
  const pieces: Samples[] = [];
  let next = 0;
  const takeFrames = (to: number) => {
    if (to > next) pieces.push(slice(frames, next, to));
    next = to;
  };
  for (const piece of sealed) {
    if (piece.atMs[0] !== undefined) takeFrames(firstFrom(frames.atMs, piece.atMs[0]));
    pieces.push(piece);
  }
  takeFrames(frames.atMs.length);
  return pieces;
}

/** Those in a range. */
export function samplesWithin(samples: Samples, { fromMs, toMs }: Range): Samples {
  return slice(samples, firstFrom(samples.atMs, fromMs), firstFrom(samples.atMs, toMs));
}

function slice({ atMs, columns }: Samples, from: number, to: number): Samples {
  return { atMs: atMs.slice(from, to), columns: columns.map((column) => column.slice(from, to)) };
}

function firstOf(samples: Samples, count: number): Samples {
  return samples.atMs.length <= count ? samples : slice(samples, 0, count);
}

/** Readings of as many metrics as `width`, one piece after the other. */
export function joined(pieces: readonly Samples[], width: number): Samples {
  if (pieces.length === 1) return pieces[0] as Samples;
  return {
    atMs: concat(pieces.map(({ atMs }) => atMs)),
    columns: Array.from({ length: width }, (_, index) => concat(pieces.map(({ columns }) => columns[index] ?? []))),
  };
}

/** Several times as fast as `flat`. */
function concat<T>(lists: readonly T[][]): T[] {
  return ([] as T[]).concat(...lists);
}
