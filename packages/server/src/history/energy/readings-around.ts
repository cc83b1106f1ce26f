import type { Db } from "../../core/db.ts";
import { type Range, type Samples, readSamples } from "../tiers/samples.store.ts";
import { dayMs } from "../quarter-hours.ts";
import { energyMarginMs, enoughToTell, marginMsOf, wideMarginMs } from "./energy.ts";
import { type NearestDays, nearestDays } from "./nearest-days.store.ts";

type Slots = ReadonlyMap<string, number>;

/**
 * Readings of a range, and as far outside it as they count up to its ends: further where few come, as for energies
 * (container-energy.ts).
 * @param known Slots of the metrics, if they were read already.
 */
export async function readAround(
  db: Db,
  containerId: string,
  metrics: readonly string[],
  range: Range,
  known?: Slots,
): Promise<Samples> {
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  const near = await readSamples(db, containerId, metrics, around, known && { known });
  return withFurther(db, containerId, metrics, range, near, known);
}

/** Adds the readings that are further away, on each side where those that were read come so seldom that these count. */
export async function withFurther(
  db: Db,
  containerId: string,
  metrics: readonly string[],
  range: Range,
  near: Samples,
  known?: Slots,
): Promise<Samples> {
  const { atMs } = near;
  const read = (fromMs: number, toMs: number) =>
    readSamples(db, containerId, metrics, { fromMs, toMs }, known && { known });
  const [before, after] = await Promise.all([
    isSeldom(atMs.slice(0, steps + 1)) ? read(range.fromMs - wideMarginMs, range.fromMs - energyMarginMs) : nothing,
    isSeldom(atMs.slice(-steps - 1)) ? read(range.toMs + energyMarginMs, range.toMs + wideMarginMs) : nothing,
  ]);
  return {
    atMs: [...before.atMs, ...atMs, ...after.atMs],
    columns: near.columns.map((column, place) => [
      ...(before.columns[place] ?? []),
      ...column,
      ...(after.columns[place] ?? []),
    ]),
  };
}

/**
 * Adds the days with readings that are nearest to a range, on each side where a meter has too few among those that were
 * read: however long it was silent, what it counted meanwhile has its part in the range.
 * @param meters Those of the metrics that are meters.
 */
export async function withSilences(
  db: Db,
  containerId: string,
  { metrics, meters, known }: { metrics: readonly string[]; meters: readonly string[]; known: Slots },
  range: Range,
  read: Samples,
): Promise<Samples> {
  const silent = meters.flatMap((metric) => {
    const slot = known.get(metric);
    const column = read.columns[metrics.indexOf(metric)] ?? [];
    const isKnown = (isThere: (atMs: number) => boolean) =>
      column.filter((value, index) => value !== null && isThere(read.atMs[index] as number)).length >= enoughToTell;
    const [before, after] = [isKnown((atMs) => atMs <= range.fromMs), isKnown((atMs) => atMs >= range.toMs)];
    return slot === undefined || (before && after) ? [] : { containerId, slot, before, after };
  });
  if (silent.length === 0) return read;
  const nearest = await nearestDays(db, silent, range);
  const daysOn = (side: keyof NearestDays) =>
    [...new Set(silent.flatMap((one, place) => (one[side] ? [] : (nearest[place]?.[side] ?? []))))].sort(
      (one, other) => one - other,
    );
  const readDay = (day: number) =>
    readSamples(db, containerId, metrics, { fromMs: day * dayMs, toMs: (day + 1) * dayMs }, { known });
  const before = await Promise.all(daysOn("before").map(readDay));
  const after = await Promise.all(daysOn("after").map(readDay));
  return inOrder([...before, read, ...after]);
}

/** Parts that may overlap by a day that was read twice. */
function inOrder(parts: readonly Samples[]): Samples {
  const [first, ...others] = parts;
  const joined = { atMs: [...(first?.atMs ?? [])], columns: (first?.columns ?? []).map((column) => [...column]) };
  for (const { atMs, columns } of others) {
    const lastMs = joined.atMs.at(-1) ?? -Infinity;
    const from = atMs.findIndex((at) => at > lastMs);
    if (from < 0) continue;
    for (let index = from; index < atMs.length; index++) {
      joined.atMs.push(atMs[index] as number);
      for (const [place, column] of joined.columns.entries()) column.push(columns[place]?.[index] ?? null);
    }
  }
  return joined;
}

/** So many tell how often readings come: one of them may be a gap. */
const steps = 3;
const nothing: Samples = { atMs: [], columns: [] };

/** Frequent readings that end are a gap, over which none of the further ones would count. */
function isSeldom(atMs: readonly number[]): boolean {
  const shortestMs = Math.min(...atMs.slice(1).map((at, index) => at - (atMs[index] as number)));
  return marginMsOf(shortestMs) > energyMarginMs;
}
