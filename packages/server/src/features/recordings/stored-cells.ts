import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import type { OutputOf } from "@offgrid/contract/core/call";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import type { importCalls } from "@offgrid/contract/recordings/imports.calls";

import type { Db } from "../../core/db.ts";
import { tookTooLong } from "../../history/in-time.ts";
import { dayMs, dayOf } from "../../history/quarter-hours.ts";
import { type Samples, listSlots, readSamples } from "../../history/tiers/samples.store.ts";
import { listDaysWithFrames } from "../../history/tiers/replace.store.ts";
import type { Inspection } from "./file-work.ts";
import { toInstant } from "./inspect.ts";
import type { Reach, Span } from "./replace.ts";

type Checked = OutputOf<(typeof importCalls)["importCheck"]>["data"];
/** What of a file is stored already. */
type StoredCells = NonNullable<Checked["stored"]>;
type ReplacePreview = NonNullable<Checked["replacing"]>;

/** One metric. */
interface Counts {
  same: number;
  differing: number;
  /** Epoch ms, of the readings that differ. */
  firstMs: number;
  lastMs: number;
  /** The first of those, in the order of time. */
  first: Pair[];
}
interface Pair {
  atMs: number;
  stored: number;
  file: number;
}
/** Pairs that are named of each metric. */
const pairsShown = 5;

/** Rows in memory at once, and the most days that are read at once. */
const rowsAtOnce = 10_000;
const daysAtOnce = 8;
/** Rows in the order of time, either way, share no more days with those before them. */
const daysShared = 2;
/** How often days may be read again, as where a file has one part of its metrics after the other. */
const timesAgain = 3;
/** It is a help, not worth a longer wait. */
const longestMs = 10_000;

interface FileColumns {
  containerId: string;
  mapping: Pick<CsvMapping, "columns">;
}

interface Limits {
  /** Aborted: nobody waits for the answer, and it throws. */
  signal?: AbortSignal | undefined;
  /** Aborted: it has taken long enough. */
  late?: AbortSignal;
}

/**
 * Compares the rows of a file with what is stored, cell by cell. Changes nothing.
 * @returns null where that takes too long, as it does where the rows of the file are in no order.
 */
export async function compareStored(
  db: Db,
  about: FileColumns,
  rows: AsyncIterable<CsvRow>,
  limits: Limits = {},
): Promise<StoredCells | null> {
  try {
    return await compare(db, about, rows, limits);
  } catch (error) {
    if (tookTooLong(error)) return null;
    throw error;
  }
}

async function compare(
  db: Db,
  { containerId, mapping: { columns } }: FileColumns,
  rows: AsyncIterable<CsvRow>,
  { signal, late = AbortSignal.timeout(longestMs) }: Limits,
): Promise<StoredCells | null> {
  const found = columns.map((): Counts => ({ same: 0, differing: 0, firstMs: Infinity, lastMs: -Infinity, first: [] }));
  const names = columns.map(({ metric }) => metric);
  const known = await listSlots(db, containerId, names);
  // A metric that the container never had has nothing to compare with.
  if (known.size === 0) return { ...shown(names, found), hasNew: true };
  const daysRead = new Set<number>();
  let again = 0;
  let hasNew = false;
  for await (const batch of batchesOf(rows)) {
    const days = new Set(batch.map(({ atMs }) => dayOf(atMs)));
    again += Math.max(0, [...days].filter((day) => daysRead.has(day)).length - daysShared);
    if (again > timesAgain * daysRead.size) return null;
    for (const day of days) daysRead.add(day);
    for (const near of nearEachOther(batch)) {
      signal?.throwIfAborted();
      if (late.aborted) return null;
      const range = { fromMs: (near[0] as CsvRow).atMs, toMs: (near.at(-1) as CsvRow).atMs + 1 };
      const isNew = countRows(found, near, await readSamples(db, containerId, names, range, { known }));
      hasNew ||= isNew;
    }
  }
  return { ...shown(names, found), hasNew };
}

async function* batchesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let waiting: CsvRow[] = [];
  for await (const row of rows) {
    if (waiting.push(row) < rowsAtOnce) continue;
    yield waiting;
    waiting = [];
  }
  yield waiting;
}

function shown(names: readonly string[], found: readonly Counts[]): Omit<StoredCells, "hasNew"> {
  const differing = sumOf(found.map((one) => one.differing));
  const isAny = differing > 0;
  return {
    same: sumOf(found.map(({ same }) => same)),
    differing,
    from: isAny ? toInstant(Math.min(...found.map(({ firstMs }) => firstMs))) : null,
    to: isAny ? toInstant(Math.max(...found.map(({ lastMs }) => lastMs))) : null,
    metrics: found.flatMap(({ differing: count, first }, column) => {
      const metric = names[column] as string;
      const pairs = first.map(({ atMs, stored, file }) => ({ at: toInstant(atMs), stored, file }));
      return count > 0 ? [{ metric, unit: findMetric(metric)?.unit ?? null, differing: count, first: pairs }] : [];
    }),
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Rows in the order of time, in lists of days one after the other: what is stored between the rows is read too. */
function nearEachOther(rows: readonly CsvRow[]): CsvRow[][] {
  const lists: CsvRow[][] = [];
  for (const row of rows.toSorted((one, other) => one.atMs - other.atMs)) {
    const last = lists.at(-1);
    if (last && isNear(last, row)) last.push(row);
    else lists.push([row]);
  }
  return lists;
}

function isNear(list: readonly CsvRow[], { atMs }: CsvRow): boolean {
  const [first, before] = [list[0] as CsvRow, list.at(-1) as CsvRow];
  return dayOf(atMs) - dayOf(before.atMs) <= 1 && atMs - first.atMs < daysAtOnce * dayMs;
}

/** @returns whether one of the rows has a reading for which nothing is stored. */
function countRows(found: readonly Counts[], rows: readonly CsvRow[], { atMs, columns }: Samples): boolean {
  let hasNew = false;
  const places = new Map(atMs.map((at, place) => [at, place]));
  for (const { atMs: at, values } of rows) {
    const place = places.get(at);
    for (const [column, file] of values.entries()) {
      if (file === null) continue;
      const stored = place === undefined ? null : (columns[column]?.[place] ?? null);
      if (stored === null) hasNew = true;
      else countCell(found[column] as Counts, { atMs: at, stored, file });
    }
  }
  return hasNew;
}

function countCell(found: Counts, pair: Pair): void {
  if (pair.file === pair.stored) {
    found.same++;
    return;
  }
  found.differing++;
  found.firstMs = Math.min(found.firstMs, pair.atMs);
  found.lastMs = Math.max(found.lastMs, pair.atMs);
  const last = found.first.at(-1);
  if (last && found.first.length === pairsShown && pair.atMs >= last.atMs) return;
  found.first = [...found.first, pair].sort((one, other) => one.atMs - other.atMs).slice(0, pairsShown);
}

/** The rows of a file with those cells only that a correction speaks about. */
export async function* meantRows(rows: AsyncIterable<CsvRow>, reach: readonly Reach[]): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const meant = reach.filter(({ fromMs, toMs }) => row.atMs >= fromMs && row.atMs < toMs);
    if (meant.length === 0) continue;
    const columns = new Set(meant.map(({ column }) => column));
    yield { ...row, values: row.values.map((value, column) => (columns.has(column) ? value : null)) };
  }
}

interface ChosenSpan {
  span: Span;
  /** Without what lies beyond the readings of the file. */
  reach: readonly Reach[];
  found: Pick<Inspection, "readings">;
  /** Of the readings within that reach. */
  stored: Pick<StoredCells, "same" | "differing">;
}

/**
 * Counts what a correction would replace, and what is stored beyond. Changes nothing.
 * @returns null where that takes too long.
 */
export async function countReplaced(
  db: Db,
  { containerId, mapping }: FileColumns,
  { span, reach, found, stored, signal, late = AbortSignal.timeout(longestMs) }: ChosenSpan & Limits,
): Promise<ReplacePreview | null> {
  const { readings } = found;
  const chosen = mapping.columns.flatMap(({ metric }, column) => (span.metrics.includes(metric) ? [column] : []));
  const counts = { stored: 0, beyond: 0 };
  const names = chosen.map((column) => mapping.columns[column]?.metric as string);
  const known = await listSlots(db, containerId, names);
  const ends = chosen.map((column) => reach.find((one) => one.column === column));
  try {
    const days = known.size > 0 ? await listDaysWithFrames(db, { containerId, ...span }) : [];
    // A span may reach far beyond what is stored.
    const endMs = Math.min(span.toMs, ((days.at(-1) ?? -1) + 1) * dayMs);
    for (let fromMs = Math.max(span.fromMs, (days[0] ?? 0) * dayMs); fromMs < endMs;) {
      signal?.throwIfAborted();
      if (late.aborted) return null;
      const toMs = Math.min(endMs, fromMs + daysAtOnce * dayMs);
      countStored(counts, await readSamples(db, containerId, names, { fromMs, toMs }, { known }), ends);
      fromMs = toMs;
    }
  } catch (error) {
    if (tookTooLong(error)) return null;
    throw error;
  }
  return {
    replaced: sumOf(reach.map(({ column }) => readings[column]?.count ?? 0)) - stored.same,
    removed: counts.stored - stored.same - stored.differing,
    ...counts,
    from: reach.length > 0 ? toInstant(Math.min(...reach.map(({ fromMs }) => fromMs))) : null,
    to: reach.length > 0 ? toInstant(Math.max(...reach.map(({ toMs }) => toMs)) - 1) : null,
  };
}

function countStored(
  counts: Pick<ReplacePreview, "stored" | "beyond">,
  { atMs, columns }: Samples,
  reach: readonly (Reach | undefined)[],
): void {
  for (const [place, at] of atMs.entries())
    for (const [index, column] of columns.entries()) {
      if ((column[place] ?? null) === null) continue;
      const one = reach[index];
      counts[one && at >= one.fromMs && at < one.toMs ? "stored" : "beyond"]++;
    }
}
