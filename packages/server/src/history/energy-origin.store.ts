import type { Db } from "../core/db.ts";
import type { ChartContainer } from "./chart-plan.ts";
import type { Range } from "./chart-range.ts";
import { energyMarginMs, hourMs } from "./energy.ts";
import { type Mean, meansOf } from "./energy-means.ts";
import { type OriginEnergy, type OriginSamples, originEnergy } from "./energy-origin.ts";
import { readSamples } from "./samples.store.ts";

/** Up to this, single readings are read; beyond, means of quarter hours. */
const longestByReadingsMs = 8 * 24 * hourMs;

/** What is known of where the consumption came from, between edges. */
export async function findOrigins(
  db: Db,
  container: ChartContainer,
  range: Range,
  edges: readonly number[],
  nowMs: number,
): Promise<OriginEnergy> {
  const declaredMs = container.everyS * 1_000;
  if (range.toMs - range.fromMs > longestByReadingsMs) {
    const { middles, columns, stepMs } = await meansOf(db, container, originMeans, range, nowMs);
    return originEnergy(samplesOf(middles, columns), edges, Math.max(stepMs, declaredMs));
  }
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  const names = originMeans.map(({ metric }) => metric);
  const { atMs, columns } = await readSamples(db, container.id, names, around, { known: container.slots });
  return originEnergy(samplesOf(atMs, columns), edges, declaredMs);
}

/** As `samplesOf` takes them apart. A battery that gave and took within a quarter hour gave what it gave. */
const originMeans: readonly Mean[] = [
  { metric: "load.power", useIf: "all" },
  { metric: "solar.power", useIf: "all" },
  { metric: "battery.power", useIf: "negative" },
  { metric: "generator.power", useIf: "all" },
  { metric: "grid.power", useIf: "positive" },
];

/** @param columns In the order of `originMeans`. */
function samplesOf(atMs: readonly number[], columns: readonly (readonly (number | null)[])[]): OriginSamples {
  const [loadW = [], solarW = [], battery = [], generatorW = [], gridW = []] = columns;
  // The metric is positive while the battery is charging.
  return { atMs, loadW, solarW, batteryW: battery.map((value) => value && -value), generatorW, gridW };
}
