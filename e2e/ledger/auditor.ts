/** Compares what was acknowledged with what is stored, read as the portal itself reads it. */
import { dayMs, dayOf, quarterMs, quarterOf, quartersPerDay, signs } from "@offgrid/server/history/quarter-hours";
import { type DatabaseAddress, type Db, openDatabase } from "@offgrid/server/core/db";
import { findEmbeddedPostgres } from "@offgrid/server/postgres/embedded-postgres";
import { openLog } from "@offgrid/server/core/log";
import { listDirty, readDays } from "@offgrid/server/history/rollups/rollups.store";
import { type Samples, listSlots, readSamples } from "@offgrid/server/history/tiers/samples.store";
import { RollupWorker } from "@offgrid/server/history/rollups/rollup-worker";

import { type Frames, readLedger } from "./ledger-file.ts";

/** A ledger and, where known, everything that was measured. */
export interface Book {
  path: string;
  measured?: Frames;
}

export interface Verdict {
  /** Acknowledged. */
  frames: number;
  /** Acknowledged readings. */
  values: number;
  /** Acknowledged readings that are not stored. */
  lost: number;
  /** Instants stored more than once. */
  doubled: number;
  /** Acknowledged readings stored with another value. */
  different: number;
  /** Stored instants that were never measured. */
  invented: number;
  /** Quarter hours of a metric whose summaries were compared with their readings. */
  summaries: number;
  wrongSummaries: number;
}

export const nothingWrong = { lost: 0, doubled: 0, different: 0, invented: 0, wrongSummaries: 0 };

const silent = openLog("silent");
const allTime = { fromMs: Date.UTC(2000, 0, 1), toMs: Date.UTC(2100, 0, 1) };

/** Audits ledgers against the database that a portal runs in its data folder. */
export async function auditPortal(dataDir: string, books: readonly Book[]): Promise<Verdict> {
  const address = await findEmbeddedPostgres(dataDir, silent);
  if (!address) throw new Error(`No database runs in ${dataDir}.`);
  return audit(address, books);
}

/** Audits ledgers against a database. */
export async function audit(address: DatabaseAddress, books: readonly Book[]): Promise<Verdict> {
  const { db, close } = openDatabase(address, silent, 2);
  try {
    const worker = new RollupWorker(db, { now: Date.now }, () => false);
    while (await worker.work(true));
    const verdicts: Verdict[] = [];
    for (const book of books) verdicts.push(await auditBook(db, book));
    return addVerdicts(verdicts);
  } finally {
    await close();
  }
}

export function addVerdicts(verdicts: readonly Verdict[]): Verdict {
  const sum = { frames: 0, values: 0, summaries: 0, ...nothingWrong };
  for (const verdict of verdicts) {
    for (const name of Object.keys(sum) as (keyof Verdict)[]) sum[name] += verdict[name];
  }
  return sum;
}

async function auditBook(db: Db, { path, measured }: Book): Promise<Verdict> {
  const { containerId, metrics, frames } = readLedger(path);
  const samples = await readSamples(db, containerId, metrics, allTime);
  const places = new Map(samples.atMs.map((atMs, place) => [atMs, place]));
  const verdict = { frames: frames.size, values: 0, summaries: 0, ...nothingWrong };
  for (const [atMs, values] of frames) {
    const place = places.get(atMs);
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      verdict.values++;
      const stored = place === undefined ? null : (samples.columns[index]?.[place] ?? null);
      if (stored === null) verdict.lost++;
      else if (stored !== value) verdict.different++;
    }
  }
  verdict.doubled = samples.atMs.length - places.size;
  if (measured) verdict.invented = [...places.keys()].filter((atMs) => !measured.has(atMs)).length;
  const compared = await compareSummaries(db, containerId, metrics, samples);
  return { ...verdict, ...compared };
}

interface Summary {
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Compares the stored summaries with sums made here; marked quarter hours are answered from frames and left out. */
async function compareSummaries(
  db: Db,
  containerId: string,
  metrics: readonly string[],
  samples: Samples,
): Promise<Pick<Verdict, "summaries" | "wrongSummaries">> {
  if (samples.atMs.length === 0) return { summaries: 0, wrongSummaries: 0 };
  const days = { fromDay: dayOf(samples.atMs[0] ?? 0), toDay: dayOf(samples.atMs.at(-1) ?? 0) };
  const slots = await listSlots(db, containerId, metrics);
  // Marks are read first, as by every reader of summaries.
  const dirty = await listDirty(db, containerId, days.fromDay, days.toDay);
  const stored = await readDays(db, containerId, [...slots.values()], days, ["sums", "mins", "maxs"]);
  let [summaries, wrongSummaries] = [0, 0];
  for (const [index, name] of metrics.entries()) {
    const own = summariesOf(samples.atMs, samples.columns[index] ?? []);
    const summarised = stored.get(slots.get(name) ?? 0);
    for (const [quarter, expected] of own) {
      if (dirty.has(quarter)) continue;
      summaries++;
      const day = summarised?.get(Math.floor((quarter * quarterMs) / dayMs));
      const found: Summary = { count: 0, sum: 0, min: Infinity, max: -Infinity };
      for (let sign = 0; day && sign < signs; sign++) {
        const place = sign * quartersPerDay + (quarter % quartersPerDay);
        const count = day.counts[place] ?? 0;
        if (count === 0) continue;
        found.count += count;
        found.sum += day.sums[place] ?? 0;
        found.min = Math.min(found.min, day.mins[place] ?? 0);
        found.max = Math.max(found.max, day.maxs[place] ?? 0);
      }
      if (!isSame(found, expected)) wrongSummaries++;
    }
  }
  return { summaries, wrongSummaries };
}

function summariesOf(atMs: readonly number[], values: readonly (number | null)[]): Map<number, Summary> {
  const summaries = new Map<number, Summary>();
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    const quarter = quarterOf(atMs[place] ?? 0);
    let summary = summaries.get(quarter);
    if (!summary) summaries.set(quarter, (summary = { count: 0, sum: 0, min: Infinity, max: -Infinity }));
    summary.count++;
    summary.sum += value;
    summary.min = Math.min(summary.min, value);
    summary.max = Math.max(summary.max, value);
  }
  return summaries;
}

/** Sums are added in another order here, so their last digits may differ. */
function isSame(found: Summary, expected: Summary): boolean {
  const tolerance = 1e-9 * Math.max(1, expected.count * Math.max(Math.abs(expected.min), Math.abs(expected.max)));
  return (
    found.count === expected.count &&
    found.min === expected.min &&
    found.max === expected.max &&
    Math.abs(found.sum - expected.sum) <= tolerance
  );
}
