import { localClock } from "@offgrid/contract/charts/export.cells";
import { csvLine } from "@offgrid/contract/core/csv-cells";
import { offsetMs } from "@offgrid/contract/core/zone-time";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { monthOf, monthStart } from "../../history/tiers/partitions.store.ts";
import { type Samples, readSamples } from "../../history/tiers/samples.store.ts";
import type { Entry, Tally } from "./archive.ts";

const dayMs = 86_400_000;
const [firstStepMs, shortestStepMs, longestStepMs] = [dayMs / 24, dayMs / 96, dayMs];
/** What is in memory at a time: so many values. */
const [fewValues, manyValues] = [100_000, 800_000];
const rowsPerPiece = 250;
/** Each stretch waits for its turn among the charts, however busy these are. */
const longestWaitMs = 10 * 60_000;

interface Wanted {
  containerId: string;
  metrics: readonly string[];
  fromMs: number;
  toMs: number;
  zone: string;
}

interface Reader {
  db: Db;
  userId: string;
  signal: AbortSignal;
}

/** From the first reading of a container to after the last; undefined: it has none. */
export async function spanOfReadings(
  db: Db,
  containerId: string,
): Promise<{ fromMs: number; toMs: number } | undefined> {
  const { rows } = await sql<{
    firstDay: number | null;
    lastDay: number | null;
    first: Date | null;
    last: Date | null;
  }>`
    select (select min(day) from sealed_day where container_id = ${containerId}) as first_day,
      (select max(day) from sealed_day where container_id = ${containerId}) as last_day,
      (select min(at) from frame where container_id = ${containerId}) as first,
      (select max(at) from frame where container_id = ${containerId}) as last`.execute(db);
  const { firstDay, lastDay, first, last } = rows[0] ?? { firstDay: null, lastDay: null, first: null, last: null };
  const starts = [...(firstDay === null ? [] : [firstDay * dayMs]), ...(first ? [first.getTime()] : [])];
  const ends = [...(lastDay === null ? [] : [(lastDay + 1) * dayMs]), ...(last ? [last.getTime() + 1] : [])];
  return starts.length === 0 ? undefined : { fromMs: Math.min(...starts), toMs: Math.max(...ends) };
}

/** Every reading as it was measured: a CSV file for each UTC month that has any, a column for each metric. */
export async function* readingFiles(reader: Reader, wanted: Wanted, tally: Tally): AsyncGenerator<Entry> {
  const written = tally.of("readings");
  const stretches = readStretches(reader, wanted);
  let next = await stretches.next();
  try {
    while (!next.done) {
      const month = monthOf(next.value.atMs[0] ?? 0);
      const path = `readings/${new Date(monthStart(month)).toISOString().slice(0, 7)}.csv`;
      written.paths.push(path);
      const pieces = async function* () {
        yield `\uFEFF${csvLine(["time", "localTime", ...wanted.metrics])}`;
        while (!next.done && monthOf(next.value.atMs[0] ?? 0) === month) {
          yield* rowsOf(next.value, wanted.zone, (atMs) => tally.row(written, atMs));
          next = await stretches.next();
        }
      };
      yield { path, kind: "readings", pieces: pieces() };
    }
  } finally {
    await stretches.return(undefined);
  }
}

function* rowsOf({ atMs, columns }: Samples, zone: string, onRow: (atMs: number) => void): Generator<string> {
  const clock = localClock((ms) => offsetMs(zone, ms));
  let text = "";
  for (const [row, ms] of atMs.entries()) {
    const local = new Date(clock(ms)).toISOString().slice(0, 23).replace("T", " ");
    text += csvLine([new Date(ms).toISOString(), local, ...columns.map((column) => column[row] ?? null)]);
    onRow(ms);
    if (row % rowsPerPiece !== rowsPerPiece - 1) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** Stretches with readings, none across the end of a month; they adapt to how dense the readings are. */
async function* readStretches(
  { db, userId, signal }: Reader,
  { containerId, metrics, fromMs, toMs }: Wanted,
): AsyncGenerator<Samples, undefined> {
  let step = firstStepMs;
  for (let at = fromMs; at < toMs;) {
    const end = Math.min(at + step, toMs, monthStart(monthOf(at) + 1));
    const read = () => readSamples(db, containerId, metrics, { fromMs: at, toMs: end });
    const found = await chartQueueOf(db).run(userId, read, { signal, longestWaitMs });
    if (found.atMs.length > 0) yield found;
    const values = found.atMs.length * metrics.length;
    if (values < fewValues) step = Math.min(longestStepMs, step * 2);
    else if (values > manyValues) step = Math.max(shortestStepMs, step / 2);
    at = end;
  }
  return undefined;
}
