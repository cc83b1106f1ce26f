import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import type { OutputOf } from "@offgrid/contract/core/call";
import type { importCalls } from "@offgrid/contract/recordings/imports.calls";

import type { Db } from "../../core/db.ts";
import { tookTooLong } from "../../history/in-time.ts";
import { dayMs, dayOf } from "../../history/quarter-hours.ts";
import { type Samples, listSlots, readSamples } from "../../history/tiers/samples.store.ts";
import { toInstant } from "./inspect.ts";

/** What of a file is stored already. */
type StoredCells = NonNullable<OutputOf<(typeof importCalls)["importCheck"]>["data"]["stored"]>;

interface Counts extends Pick<StoredCells, "same" | "differing"> {
  /** Epoch ms, of the readings that differ. */
  firstMs: number;
  lastMs: number;
}

/** Rows in memory at once, and the most days that are read at once. */
const rowsAtOnce = 10_000;
const daysAtOnce = 8;
/** Rows in the order of time, either way, share no more days with those before them. */
const daysShared = 2;
/** How often days may be read again, as where a file has one part of its metrics after the other. */
const timesAgain = 3;
/** It is a help, not worth a longer wait. */
const longestMs = 10_000;

interface About {
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
  about: About,
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
  { containerId, mapping: { columns } }: About,
  rows: AsyncIterable<CsvRow>,
  { signal, late = AbortSignal.timeout(longestMs) }: Limits,
): Promise<StoredCells | null> {
  const found: Counts = { same: 0, differing: 0, firstMs: Infinity, lastMs: -Infinity };
  const names = columns.map(({ metric }) => metric);
  const known = await listSlots(db, containerId, names);
  // A metric that the container never had has nothing to compare with.
  if (known.size === 0) return shown(found);
  const daysRead = new Set<number>();
  let again = 0;
  for await (const batch of batchesOf(rows)) {
    const days = new Set(batch.map(({ atMs }) => dayOf(atMs)));
    again += Math.max(0, [...days].filter((day) => daysRead.has(day)).length - daysShared);
    if (again > timesAgain * daysRead.size) return null;
    for (const day of days) daysRead.add(day);
    for (const near of nearEachOther(batch)) {
      signal?.throwIfAborted();
      if (late.aborted) return null;
      const range = { fromMs: (near[0] as CsvRow).atMs, toMs: (near.at(-1) as CsvRow).atMs + 1 };
      countRows(found, near, await readSamples(db, containerId, names, range, { known }));
    }
  }
  return shown(found);
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

function shown({ same, differing, firstMs, lastMs }: Counts): StoredCells {
  const isAny = differing > 0;
  return { same, differing, from: isAny ? toInstant(firstMs) : null, to: isAny ? toInstant(lastMs) : null };
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

function countRows(found: Counts, rows: readonly CsvRow[], { atMs, columns }: Samples): void {
  const places = new Map(atMs.map((at, place) => [at, place]));
  for (const row of rows) {
    const place = places.get(row.atMs);
    if (place === undefined) continue;
    countCells(
      found,
      row,
      columns.map((column) => column[place] ?? null),
    );
  }
}

function countCells(found: Counts, { atMs, values }: CsvRow, stored: readonly (number | null)[]): void {
  for (const [column, value] of values.entries()) {
    const before = stored[column] ?? null;
    if (value === null || before === null) continue;
    if (value === before) {
      found.same++;
      continue;
    }
    found.differing++;
    found.firstMs = Math.min(found.firstMs, atMs);
    found.lastMs = Math.max(found.lastMs, atMs);
  }
}
