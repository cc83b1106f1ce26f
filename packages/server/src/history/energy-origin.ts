import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyOrigin, energyOrigins } from "@offgrid/contract/charts/energy-parts";

import { type Integral, gapPeriods, integratePower } from "./energy.ts";

/**
 * Where the consumption came from, instant by instant. The sun is used directly as far as it reaches; what is left is
 * given by battery, generator and grid in proportion to their powers; what all of them do not explain is unknown. Pure.
 */

/** Powers at instants in the order of time, W; null: no reading. A list without any reading: there is no such source. */
export interface OriginSamples {
  atMs: readonly number[];
  loadW: readonly (number | null)[];
  solarW: readonly (number | null)[];
  /** Positive while the battery gives. */
  batteryW: readonly (number | null)[];
  generatorW: readonly (number | null)[];
  /** Positive while the grid gives. */
  gridW: readonly (number | null)[];
}

export const knownOrigins = ["sun", "battery", "generator", "grid"] as const satisfies readonly EnergyOrigin[];
export type KnownOrigin = (typeof knownOrigins)[number];

export interface OriginEnergy {
  /** Wh per bucket, over the time in which the load and all sources were measured. */
  known: Record<KnownOrigin, Float64Array>;
  /** Of the load in that time. */
  load: Integral;
}

/** Powers of a load by origin; their sum is at most the load. */
export function originsAt(
  loadW: number,
  { sun, battery, generator, grid }: Record<KnownOrigin, number>,
): Record<KnownOrigin, number> {
  const load = Math.max(0, loadW);
  const direct = Math.min(load, Math.max(0, sun));
  const given = { battery: Math.max(0, battery), generator: Math.max(0, generator), grid: Math.max(0, grid) };
  const all = given.battery + given.generator + given.grid;
  const share = all > 0 ? Math.min(1, (load - direct) / all) : 0;
  return {
    sun: direct,
    battery: given.battery * share,
    generator: given.generator * share,
    grid: given.grid * share,
  };
}

/**
 * Energy of a load by origin per bucket, by trapezoids between its readings as energy.ts has them.
 * @param edges n + 1 rising instants of n buckets, epoch ms.
 * @param declaredMs Sampling period. A source that was read at other instants counts with its last reading, up to three
 * periods old; beyond, nothing is known of the load either.
 * @param there The sources that there are; left out: those with a reading.
 */
export function originEnergy(
  samples: OriginSamples,
  edges: readonly number[],
  declaredMs: number,
  there: ReadonlySet<KnownOrigin> = sourcesIn(samples),
): OriginEnergy {
  const { atMs, loadW } = samples;
  const powerOf = (source: KnownOrigin) =>
    there.has(source) ? lastKnown(samples[columnOf[source]], atMs, declaredMs) : () => 0;
  const sources = {
    sun: powerOf("sun"),
    battery: powerOf("battery"),
    generator: powerOf("generator"),
    grid: powerOf("grid"),
  };
  const powers: Record<KnownOrigin, (number | null)[]> = { sun: [], battery: [], generator: [], grid: [] };
  const loads: (number | null)[] = [];
  for (const [index, load] of loadW.entries()) {
    const given = {
      sun: sources.sun(index),
      battery: sources.battery(index),
      generator: sources.generator(index),
      grid: sources.grid(index),
    };
    const split = load !== null && isKnown(given) ? originsAt(load, given) : undefined;
    for (const origin of knownOrigins) powers[origin].push(split ? split[origin] : null);
    loads.push(split ? load : null);
  }
  const integrate = (list: readonly (number | null)[]) => integratePower(atMs, list, edges, declaredMs);
  const known = Object.fromEntries(knownOrigins.map((origin) => [origin, integrate(powers[origin]).wh]));
  return { known: known as OriginEnergy["known"], load: integrate(loads) };
}

function isKnown(powers: Record<KnownOrigin, number | null>): powers is Record<KnownOrigin, number> {
  return Object.values(powers).every((power) => power !== null);
}

const columnOf = { sun: "solarW", battery: "batteryW", generator: "generatorW", grid: "gridW" } as const;

/** Sources with a reading up to an instant, epoch ms. */
export function sourcesIn(samples: OriginSamples, untilMs = Infinity): Set<KnownOrigin> {
  const isThere = (source: KnownOrigin) =>
    samples[columnOf[source]].some((value, index) => value !== null && (samples.atMs[index] as number) <= untilMs);
  return new Set(knownOrigins.filter(isThere));
}

/** The power of a source at each instant; null where it is not known. */
function lastKnown(values: readonly (number | null)[], atMs: readonly number[], declaredMs: number) {
  let last: { value: number; atMs: number } | undefined;
  return (index: number): number | null => {
    const value = values[index] ?? null;
    const now = atMs[index] as number;
    if (value !== null) last = { value, atMs: now };
    return last && now - last.atMs <= gapPeriods * declaredMs ? last.value : null;
  };
}

/** From this share of the measured time on, the split of a group is taken for all of its consumption. */
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
