import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import type { OutputOf } from "@offgrid/contract/core/call";
import type { importCalls } from "@offgrid/contract/recordings/imports.calls";

import type { Db } from "../../core/db.ts";
import { listSlots, readSamples } from "../../history/tiers/samples.store.ts";
import { toInstant } from "./inspect.ts";

/** What of a file is stored already. */
type StoredCells = OutputOf<(typeof importCalls)["importCheck"]>["data"]["stored"];

interface Counts extends Pick<StoredCells, "same" | "differing"> {
  /** Epoch ms, of the readings that differ. */
  firstMs: number;
  lastMs: number;
}

/** Rows in memory at once, and how far apart they may lie: what is stored between them is read too. */
const rowsAtOnce = 10_000;
const longestMs = 8 * 86_400_000;

/**
 * Compares the rows of a file with what is stored, cell by cell. Changes nothing.
 * @param signal Aborted: nobody waits for the answer, and it throws.
 */
export async function compareStored(
  db: Db,
  { containerId, mapping: { columns } }: { containerId: string; mapping: Pick<CsvMapping, "columns"> },
  rows: AsyncIterable<CsvRow>,
  signal?: AbortSignal,
): Promise<StoredCells> {
  const found: Counts = { same: 0, differing: 0, firstMs: Infinity, lastMs: -Infinity };
  const names = columns.map(({ metric }) => metric);
  const known = await listSlots(db, containerId, names);
  // A metric that the container never had has nothing to compare with.
  if (known.size === 0) return shown(found);
  const compare = async (waiting: readonly CsvRow[]) => {
    for (const near of nearEachOther(waiting)) {
      signal?.throwIfAborted();
      const range = { fromMs: (near[0] as CsvRow).atMs, toMs: (near.at(-1) as CsvRow).atMs + 1 };
      const { atMs, columns: stored } = await readSamples(db, containerId, names, range, { known });
      const places = new Map(atMs.map((at, place) => [at, place]));
      for (const row of near) {
        const place = places.get(row.atMs);
        if (place === undefined) continue;
        countCells(
          found,
          row,
          stored.map((column) => column[place] ?? null),
        );
      }
    }
  };
  let waiting: CsvRow[] = [];
  for await (const row of rows) {
    if (waiting.push(row) < rowsAtOnce) continue;
    await compare(waiting);
    waiting = [];
  }
  await compare(waiting);
  return shown(found);
}

function shown({ same, differing, firstMs, lastMs }: Counts): StoredCells {
  const isAny = differing > 0;
  return { same, differing, from: isAny ? toInstant(firstMs) : null, to: isAny ? toInstant(lastMs) : null };
}

/** Rows in the order of time, in lists that span little enough to read what is stored between them. */
function nearEachOther(rows: readonly CsvRow[]): CsvRow[][] {
  const lists: CsvRow[][] = [];
  for (const row of rows.toSorted((one, other) => one.atMs - other.atMs)) {
    const last = lists.at(-1);
    if (last && row.atMs - (last[0] as CsvRow).atMs < longestMs) last.push(row);
    else lists.push([row]);
  }
  return lists;
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
