import type { Db } from "../../core/db.ts";
import { type Range, type Samples, readSamples } from "../tiers/samples.store.ts";
import { energyMarginMs, marginMsOf, wideMarginMs } from "./energy.ts";

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

/** So many tell how often readings come: one of them may be a gap. */
const steps = 3;
const nothing: Samples = { atMs: [], columns: [] };

/** Frequent readings that end are a gap, over which none of the further ones would count. */
function isSeldom(atMs: readonly number[]): boolean {
  const shortestMs = Math.min(...atMs.slice(1).map((at, index) => at - (atMs[index] as number)));
  return marginMsOf(shortestMs) > energyMarginMs;
}
