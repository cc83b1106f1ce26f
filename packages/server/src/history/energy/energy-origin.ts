import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyOrigin, energyOrigins } from "@offgrid/contract/charts/energy-parts";

import {
  type BatteryContent,
  type BatteryStart,
  type BatteryStep,
  type Sources,
  after,
  chargeMix,
  keptShare,
  unknownContent,
} from "./battery-content.ts";
import type { Range } from "../chart-range.ts";
import { gapPeriods, hourMs, integratePower, isGap } from "./energy.ts";
import type { BucketEnergy, Integral } from "./power-and-meter.ts";

/**
 * Where the consumption came from, instant by instant. The sun is used directly as far as it reaches; what is left is
 * given by battery, generator and grid in proportion to their powers; what all of them do not explain is unknown. What
 * the load leaves of its sources charges the battery, and what the battery gives counts as of those that charged it
 * (battery-content.ts), apart from what they gave directly: a generator that stands still gives nothing now. Pure.
 */

/** Powers at instants in the order of time, W; null: no reading. A list without any reading: there is no such source. */
export interface OriginSamples {
  atMs: readonly number[];
  loadW: readonly (number | null)[];
  solarW: readonly (number | null)[];
  /** What the battery gives, and what it takes; 0 while it does the other. */
  batteryW: readonly (number | null)[];
  chargeW: readonly (number | null)[];
  generatorW: readonly (number | null)[];
  /** Positive while the grid gives. */
  gridW: readonly (number | null)[];
}

/** What gives power at an instant. */
export const powerSources = ["sun", "battery", "generator", "grid"] as const;
export type PowerSource = (typeof powerSources)[number];

export const knownOrigins = energyOrigins.filter((origin) => origin !== "unknown");
export type KnownOrigin = Exclude<EnergyOrigin, "unknown">;

export interface OriginEnergy {
  /** Wh per bucket, over the time in which the load and all sources were measured. */
  known: Record<KnownOrigin, Float64Array>;
  /** Of the load in that time. */
  load: Integral;
  /** Of the battery at the last edge, if it was followed. */
  content: BatteryContent | undefined;
}

/** Powers of a load by what gives them; their sum is at most the load. */
export function originsAt(
  loadW: number,
  { sun, battery, generator, grid }: Record<PowerSource, number>,
): Record<PowerSource, number> {
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

export interface OriginOptions {
  /** The sources that there are; left out: those with a reading. */
  there?: ReadonlySet<PowerSource>;
  /** The battery at the first edge; undefined: only the sun can have charged it. */
  battery?: BatteryStart | undefined;
}

/**
 * Energy of a load by origin per bucket, by trapezoids between its readings as energy.ts has them.
 * @param edges n + 1 rising instants of n buckets, epoch ms.
 * @param declaredMs Sampling period. A source that was read at other instants counts with its last reading, up to three
 * periods old; beyond, nothing is known of the load either.
 */
export function originEnergy(
  samples: OriginSamples,
  edges: readonly number[],
  declaredMs: number,
  { there = sourcesIn(samples), battery }: OriginOptions = {},
): OriginEnergy {
  const flows = flowsOf(samples, declaredMs, there);
  const range = { fromMs: edges[0] as number, toMs: edges.at(-1) as number };
  let content = battery?.content;
  const steps = battery ? stepsOf(flows, range, declaredMs) : [];
  const powers = Object.fromEntries(knownOrigins.map((origin) => [origin, [] as number[]])) as Record<
    KnownOrigin,
    number[]
  >;
  for (const [index, { direct }] of flows.entries()) {
    const { sun, generator, grid } = content?.mix ?? { sun: 1, generator: 0, grid: 0 };
    powers.sun.push(direct.sun);
    powers.battery.push(direct.battery * sun);
    powers.generator.push(direct.generator);
    powers.generatorStored.push(direct.battery * generator);
    powers.grid.push(direct.grid);
    powers.gridStored.push(direct.battery * grid);
    const step = steps[index];
    if (content && step) content = after(content, step.givenWh, step.takenWh * (battery?.kept ?? 1), step.from);
  }
  const atMs = flows.map((flow) => flow.atMs);
  const integrate = (list: readonly number[]) => integratePower(atMs, list, edges, declaredMs);
  const known = Object.fromEntries(knownOrigins.map((origin) => [origin, integrate(powers[origin]).wh]));
  const load = integrate(flows.map(({ loadW }) => loadW));
  return { known: known as OriginEnergy["known"], load, content };
}

/** What a battery, of which nothing is known at its beginning, holds after a span, and what it gives back. */
export function batteryAfter(samples: OriginSamples, range: Range, declaredMs: number): BatteryStart {
  const steps = stepsOf(flowsOf(samples, declaredMs, sourcesIn(samples)), range, declaredMs);
  const kept = keptShare(steps.flatMap((step) => step ?? []));
  const content = steps.reduce<BatteryContent>(
    (before, step) => (step ? after(before, step.givenWh, step.takenWh * kept, step.from) : before),
    unknownContent,
  );
  return { content, kept };
}

/** An instant at which the load and all of its sources are known, W. */
interface Flow {
  atMs: number;
  loadW: number;
  direct: Record<PowerSource, number>;
  /** What the load leaves of its sources. */
  left: Sources;
  givenW: number;
  takenW: number;
}

function flowsOf(samples: OriginSamples, declaredMs: number, there: ReadonlySet<PowerSource>): Flow[] {
  const { atMs, loadW, chargeW } = samples;
  const powerOf = (source: PowerSource, column = samples[columnOf[source]]) =>
    there.has(source) ? lastKnown(column, atMs, declaredMs) : () => 0;
  const [sunAt, batteryAt, chargeAt] = [powerOf("sun"), powerOf("battery"), powerOf("battery", chargeW)];
  const [generatorAt, gridAt] = [powerOf("generator"), powerOf("grid")];
  const flows: Flow[] = [];
  for (const [index, load] of loadW.entries()) {
    const [sun, battery, charge] = [sunAt(index), batteryAt(index), chargeAt(index)];
    const [generator, grid] = [generatorAt(index), gridAt(index)];
    if (load === null || sun === null || battery === null || generator === null || grid === null) continue;
    const [givenW, takenW] = [Math.max(0, battery), Math.max(0, charge ?? 0)];
    const direct = originsAt(load, { sun, battery, generator, grid });
    const left = leftOf(load - givenW, { sun, generator, grid });
    flows.push({ atMs: atMs[index] as number, loadW: load, direct, left, givenW, takenW });
  }
  return flows;
}

/**
 * What a load leaves of its sources.
 * @param loadW Without what the battery gave: the mean of a load that comes and goes may be above that of its sources
 * although these charged the battery in its pauses.
 */
function leftOf(loadW: number, { sun, generator, grid }: Sources): Sources {
  const used = originsAt(loadW, { sun, battery: 0, generator, grid });
  return {
    sun: Math.max(0, sun) - used.sun,
    generator: Math.max(0, generator) - used.generator,
    grid: Math.max(0, grid) - used.grid,
  };
}

/** From each instant to the next, within a range; undefined where there is a gap. */
function stepsOf(flows: readonly Flow[], { fromMs, toMs }: Range, declaredMs: number): (BatteryStep | undefined)[] {
  const atMs = flows.map((flow) => flow.atMs);
  return flows.map((flow, index) => {
    const next = flows[index + 1];
    const hours = next ? (Math.min(toMs, next.atMs) - Math.max(fromMs, flow.atMs)) / hourMs : 0;
    if (!next || hours <= 0 || isGap(atMs, index, declaredMs)) return undefined;
    const left = {
      sun: flow.left.sun + next.left.sun,
      generator: flow.left.generator + next.left.generator,
      grid: flow.left.grid + next.left.grid,
    };
    const givenWh = ((flow.givenW + next.givenW) / 2) * hours;
    const takenWh = ((flow.takenW + next.takenW) / 2) * hours;
    return { givenWh, takenWh, from: chargeMix(left) };
  });
}

const columnOf = { sun: "solarW", battery: "batteryW", generator: "generatorW", grid: "gridW" } as const;

/** Sources with a reading up to an instant, epoch ms. */
export function sourcesIn(samples: OriginSamples, untilMs = Infinity): Set<PowerSource> {
  const isThere = (source: PowerSource) =>
    samples[columnOf[source]].some((value, index) => value !== null && (samples.atMs[index] as number) <= untilMs);
  return new Set(powerSources.filter(isThere));
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
 * The consumption of each group by origin, so that all together are the consumption: where (almost) all of its measured time
 * is known, the origins are its shares, also where a meter measured it. Of what a meter counted over a gap nothing is known.
 */
export function originsOf(
  { wh: loadWh, measuredMs, gapWh = [] }: BucketEnergy,
  { known, load }: OriginEnergy,
): EnergyBalance["origins"] {
  const values = Object.fromEntries(energyOrigins.map((origin) => [origin, [] as (number | null)[]]));
  for (const [group, wh] of loadWh.entries()) {
    const split = load.wh[group] ?? 0;
    const isWhole = (load.measuredMs[group] ?? 0) >= wholeShare * (measuredMs[group] ?? 0);
    const measuredWh = Math.max(0, (wh ?? 0) - (gapWh[group] ?? 0));
    const scale = split <= 0 ? 0 : isWhole || split > measuredWh ? measuredWh / split : 1;
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
