import type { ChartQuestion, EnergyBalance, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, energyOrigins, energyParts } from "@offgrid/contract/charts/energy-parts";

import type { Db } from "../core/db.ts";
import { drawChart } from "./chart-engine.ts";
import type { ChartContainer, PlannedSeries } from "./chart-plan.ts";
import { type Range, boundedGroups } from "./chart-range.ts";
import { type BucketEnergy, type Integral, betterOf, energyMarginMs, hourMs, integratePower } from "./energy.ts";
import { type OriginEnergy, type OriginSamples, knownOrigins, originEnergy } from "./energy-origin.ts";
import { energyByGroup, shareOf } from "./fleet-energy.ts";
import { readSamples } from "./samples.store.ts";

/**
 * The energy balance of a container: every part as energy.ts defines it, from its power and its meter. Of what flows against
 * a metric's sign (out of the battery, into the grid) summaries keep no areas, so where it has no meter of its own, the
 * means of the negative readings of each quarter hour are integrated as if they were readings.
 * Where the consumption came from is worked out from single readings, and from means of quarter hours over longer ranges.
 */

interface Source {
  power: string;
  meter: string | undefined;
  /** The negative readings of the power count. */
  isReverse?: true;
}

const sources: Record<EnergyPart, Source> = {
  solar: { power: "solar.power", meter: "solar.energy" },
  generator: { power: "generator.power", meter: "generator.energy" },
  gridIn: { power: "grid.power", meter: "grid.energy" },
  batteryOut: { power: "battery.power", meter: "battery.energy_out", isReverse: true },
  load: { power: "load.power", meter: "load.energy" },
  batteryIn: { power: "battery.power", meter: "battery.energy_in" },
  gridOut: { power: "grid.power", meter: undefined, isReverse: true },
  losses: { power: "losses.power", meter: undefined },
};
/** Metrics that show that there is a generator, or a grid, also where its energy is not measured. */
const signsOf = {
  generator: ["generator.on", "generator.run_time", "generator.voltage", "generator.current"],
  grid: ["grid.on", "grid.voltage", "grid.frequency", "grid.current"],
} as const;
const soc = "battery.soc";
/** Stands for a metric that there is not. */
const nothing = "";

/** The metrics whose slots a balance needs. */
export const balanceMetrics: readonly string[] = [
  ...Object.values(sources).flatMap(({ power, meter }) => (meter === undefined ? [power] : [power, meter])),
  ...Object.values(signsOf).flat(),
  soc,
];

type Question = Omit<EnergyQuestion, "containerIds">;
type ChartRange = Omit<ChartQuestion, "series">;

/** @param container With the slots of `balanceMetrics`, and as the database has just described it. */
export async function energyBalance(
  db: Db,
  question: Question,
  container: ChartContainer,
  nowMs: number,
): Promise<EnergyBalance> {
  const ask = (metrics: readonly [string, string]) => energyByGroup(db, question, [container], metrics, nowMs);
  const parts = {} as EnergyBalance["parts"];
  const { t, zone, range: whole } = await ask([nothing, nothing]);
  let measuredLoad: readonly number[] = [];
  for (const part of energyParts) {
    const { power, meter = nothing, isReverse } = sources[part];
    const { each, range } = isReverse
      ? await reverseEnergy(db, question, container, [power, meter], nowMs)
      : await ask([power, meter]);
    const [{ wh, measuredMs } = none] = each;
    const values = t.map((_, group) => wh[group] ?? null);
    if (part === "load") measuredLoad = measuredMs;
    const known = values.filter((value) => value !== null);
    parts[part] = {
      values,
      total: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
      coverage: shareOf(sumOf(measuredMs), range, nowMs),
    };
  }
  const has = (kind: keyof typeof signsOf) => signsOf[kind].some((metric) => container.slots.has(metric));
  const unmeasured: EnergyBalance["unmeasured"] = [];
  if (has("generator") && parts.generator.total === null) unmeasured.push("generator");
  if (has("grid") && parts.gridIn.total === null) unmeasured.push("grid");
  return {
    t: [...t],
    parts,
    origins: originsOf(
      parts.load.values,
      measuredLoad,
      await findOrigins(db, container, whole, edgesOf(whole, question.groupBy, zone), nowMs),
    ),
    unmeasured,
    soc: await socAround(db, question, container, nowMs),
    zone,
    groupBy: question.groupBy,
  };
}

function edgesOf(range: Range, groupBy: Question["groupBy"], zone: string): number[] {
  const { edges } = boundedGroups(range, groupBy, zone);
  return edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
}

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
  const totalOf = (list: readonly (number | null)[]) =>
    list.every((value) => value === null) ? null : list.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return Object.fromEntries(
    energyOrigins.map((origin) => [origin, { values: values[origin] ?? [], total: totalOf(values[origin] ?? []) }]),
  ) as unknown as EnergyBalance["origins"];
}

/** Up to this, single readings are read; beyond, means of quarter hours. */
const longestByReadingsMs = 8 * 24 * hourMs;

async function findOrigins(
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

/** What a mean is of: all readings, or only those of one sign with the others as 0. */
interface Mean {
  metric: string;
  useIf: "all" | "negative" | "positive";
}

/** In the order of the samples. A battery that gave and took within a quarter hour gave what it gave. */
const originMeans: readonly Mean[] = [
  { metric: "load.power", useIf: "all" },
  { metric: "solar.power", useIf: "all" },
  { metric: "battery.power", useIf: "negative" },
  { metric: "generator.power", useIf: "all" },
  { metric: "grid.power", useIf: "positive" },
];

const none: BucketEnergy = { wh: [], measuredMs: [] };

/** What flowed against the sign of a power: the better of its own meter and the negative readings. */
async function reverseEnergy(
  db: Db,
  question: Question,
  container: ChartContainer,
  [power, meter]: readonly [string, string],
  nowMs: number,
): Promise<Awaited<ReturnType<typeof energyByGroup>>> {
  const asked = await energyByGroup(db, question, [container], [nothing, nothing], nowMs);
  const metered = await energyByGroup(db, question, [container], [nothing, meter], nowMs);
  const [own = none] = metered.each;
  const { range, zone } = asked;
  const { edges } = boundedGroups(range, question.groupBy, zone);
  const clipped = edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
  const reverse = await integrateReverse(db, container, power, range, clipped, nowMs);
  const wh: (number | null)[] = [];
  const measuredMs: number[] = [];
  for (let group = 0; group < asked.t.length; group++) {
    const best = betterOf(
      { wh: reverse.wh[group] ?? 0, measuredMs: reverse.measuredMs[group] ?? 0 },
      { wh: own.wh[group] ?? 0, measuredMs: own.measuredMs[group] ?? 0 },
    );
    wh.push(best.measuredMs > 0 || best.wh > 0 ? best.wh : null);
    measuredMs.push(best.measuredMs);
  }
  return { ...asked, each: [{ wh, measuredMs }] };
}

/** Quarter hours up to this; hours beyond. */
const longestByQuarterMs = 100 * 24 * hourMs;
const pointsAtOnce = 9_000;

async function integrateReverse(
  db: Db,
  container: ChartContainer,
  power: string,
  range: Range,
  edges: readonly number[],
  nowMs: number,
): Promise<Integral> {
  const found = await meansOf(db, container, [{ metric: power, useIf: "negative" }], range, nowMs);
  const given = (found.columns[0] ?? []).map((mean) => (mean === null ? null : -mean));
  return integratePower(found.middles, given, edges, Math.max(found.stepMs, container.everyS * 1_000));
}

/** Means of quarter hours, or of hours over a long range, at the middles of these. */
async function meansOf(
  db: Db,
  container: ChartContainer,
  wanted: readonly Mean[],
  range: Range,
  nowMs: number,
): Promise<{ middles: number[]; columns: (number | null)[][]; stepMs: number }> {
  const stepMs = range.toMs - range.fromMs <= longestByQuarterMs ? hourMs / 4 : hourMs;
  // A little more on both sides, so that the first and the last mean have a neighbour.
  const endMs = Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1)) + 2 * hourMs;
  const middles: number[] = [];
  const columns = wanted.map((): (number | null)[] => []);
  const asked = wanted.flatMap(({ metric, useIf }) => [
    { metric, func: "sum" as const, useIf },
    { metric, func: "count" as const, useIf: "all" as const },
  ]);
  for (let fromMs = range.fromMs - 2 * hourMs; fromMs < endMs; fromMs += pointsAtOnce * stepMs) {
    const piece = { from: fromMs, to: Math.min(endMs, fromMs + pointsAtOnce * stepMs), zone: "UTC" };
    const question = { ...piece, groupBy: stepMs === hourMs ? ("hour" as const) : ("15m" as const) };
    const { t, series } = await draw(db, question, container, nowMs, asked);
    for (const [group, startMs] of t.entries()) {
      // Two pieces share the hour in which one ends.
      if (startMs < (middles.at(-1) ?? -Infinity)) continue;
      middles.push(startMs + (Math.min(stepMs, Math.max(0, nowMs - startMs)) || stepMs) / 2);
      for (const [index, column] of columns.entries()) {
        const count = series[2 * index + 1]?.[group];
        column.push(count ? (series[2 * index]?.[group] ?? 0) / count : null);
      }
    }
  }
  return { middles, columns, stepMs };
}

async function socAround(
  db: Db,
  question: Question,
  container: ChartContainer,
  nowMs: number,
): Promise<EnergyBalance["soc"]> {
  const { series } = await draw(db, question, container, nowMs, [
    { metric: soc, func: "first", useIf: "all" },
    { metric: soc, func: "last", useIf: "all" },
  ]);
  const [firsts = [], lasts = []] = series;
  const first = firsts.find((value) => value !== null);
  const last = lasts.findLast((value) => value !== null);
  return typeof first === "number" && typeof last === "number" ? { first, last } : null;
}

function draw(
  db: Db,
  question: ChartRange,
  container: ChartContainer,
  nowMs: number,
  series: readonly Pick<PlannedSeries, "metric" | "func" | "useIf">[],
) {
  const planned = series.map((one) => ({ ...one, multiply: 1, containerIds: [container.id] }));
  return drawChart(db, question, planned, new Map([[container.id, container]]), nowMs);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
