import type { Db } from "../../core/db.ts";
import { type Range, type Samples, readSamples } from "../tiers/samples.store.ts";
import { energyMarginMs, enoughReadings, wideMarginMs } from "./energy.ts";

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

/** Adds the readings that are further away, on each side where those that were read are too few. */
export async function withFurther(
  db: Db,
  containerId: string,
  metrics: readonly string[],
  range: Range,
  near: Samples,
  known?: Slots,
): Promise<Samples> {
  const isFew = (isBeyond: (atMs: number) => boolean) => near.atMs.filter(isBeyond).length < enoughReadings.power;
  const read = (fromMs: number, toMs: number) =>
    readSamples(db, containerId, metrics, { fromMs, toMs }, known && { known });
  const [before, after] = await Promise.all([
    isFew((atMs) => atMs <= range.fromMs) ? read(range.fromMs - wideMarginMs, range.fromMs - energyMarginMs) : nothing,
    isFew((atMs) => atMs >= range.toMs) ? read(range.toMs + energyMarginMs, range.toMs + wideMarginMs) : nothing,
  ]);
  return {
    atMs: [...before.atMs, ...near.atMs, ...after.atMs],
    columns: near.columns.map((column, place) => [
      ...(before.columns[place] ?? []),
      ...column,
      ...(after.columns[place] ?? []),
    ]),
  };
}

const nothing: Samples = { atMs: [], columns: [] };
