import { energyOrigins } from "@offgrid/contract/charts/energy-parts";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../core/db.ts";
import type { ChartContainer } from "./chart-plan.ts";
import type { Range } from "./chart-range.ts";
import { energyMarginMs, hourMs } from "./energy.ts";
import { type Mean, meansOf } from "./energy-means.ts";
import { type OriginEnergy, type OriginSamples, knownOrigins, originEnergy } from "./energy-origin.ts";
import { readSamples } from "./samples.store.ts";

/** Below this share of the measured consumption, what its origin is not known of is not part of the rest. */
const wholeShare = 0.99;

/**
 * The consumption of each group by origin, so that all together are the consumption: where (almost) all of its time is
 * known, the origins are its shares, also where a meter counted it.
 * @param loadWh Consumption per group, and how long it was measured.
 */
export function originsOf(
  loadWh: readonly (number | null)[],
  measuredMs: readonly number[],
  { known, load }: OriginEnergy,
): EnergyBalance["origins"] {
  const values = Object.fromEntries(energyOrigins.map((origin) => [origin, [] as (number | null)[]]));
  for (const [group, wh] of loadWh.entries()) {
    const split = load.wh[group] ?? 0;
    const isWhole = (load.measuredMs[group] ?? 0) >= wholeShare * (measuredMs[group] ?? 0);
    const scale = wh === null || split <= 0 ? 0 : isWhole || split > wh ? wh / split : 1;
    let rest = wh ?? 0;
    for (const origin of knownOrigins) {
      const own = (known[origin][group] ?? 0) * scale;
      values[origin]?.push(wh === null ? null : own);
      rest -= own;
    }
    values["unknown"]?.push(wh === null ? null : Math.max(0, rest));
  }
  return Object.fromEntries(
    energyOrigins.map((origin) => [origin, { values: values[origin] ?? [], total: totalOf(values[origin] ?? []) }]),
  ) as unknown as EnergyBalance["origins"];
}

/** Of what is known; null where nothing is. */
export function totalOf(values: readonly (number | null)[]): number | null {
  return values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

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
    const [loadW = [], solarW = [], battery = [], generatorW = [], gridW = []] = columns;
    const batteryW = battery.map((value) => value && -value);
    const samples = { atMs: middles, loadW, solarW, batteryW, generatorW, gridW };
    return originEnergy(samples, edges, Math.max(stepMs, declaredMs));
  }
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  const names = originMeans.map(({ metric }) => metric);
  const { atMs, columns } = await readSamples(db, container.id, names, around, { known: container.slots });
  const [loadW = [], solarW = [], battery = [], generatorW = [], gridW = []] = columns;
  const samples: OriginSamples = { atMs, loadW, solarW, batteryW: battery.map((w) => w && -w), generatorW, gridW };
  return originEnergy(samples, edges, declaredMs);
}

/** In the order of the samples. A battery that gave and took within a quarter hour gave what it gave. */
const originMeans: readonly Mean[] = [
  { metric: "load.power", useIf: "all" },
  { metric: "solar.power", useIf: "all" },
  { metric: "battery.power", useIf: "negative" },
  { metric: "generator.power", useIf: "all" },
  { metric: "grid.power", useIf: "positive" },
];
