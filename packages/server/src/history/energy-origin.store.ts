import type { Db } from "../core/db.ts";
import type { ChartContainer } from "./chart-plan.ts";
import type { Range } from "./chart-range.ts";
import { energyMarginMs, gapPeriods, hourMs } from "./energy.ts";
import { type Mean, meansOf } from "./energy-means.ts";
import { type KnownOrigin, type OriginEnergy, type OriginSamples, originEnergy, sourcesIn } from "./energy-origin.ts";
import { type EnergyGroups, marksOf } from "./fleet-energy.ts";
import { quantities } from "./quantities.ts";
import { dayMs, dayOf } from "./quarter-hours.ts";
import { cacheOf } from "./rollups.store.ts";
import { readSamples } from "./samples.store.ts";

/** Up to this, single readings are read; beyond, means of quarter hours. */
const longestByReadingsMs = 8 * 24 * hourMs;

type RangeEdges = Pick<EnergyGroups, "range" | "edges">;

/** What is known of where the consumption came from, between edges. */
export async function findOrigins(
  db: Db,
  container: ChartContainer,
  groups: RangeEdges,
  nowMs: number,
): Promise<OriginEnergy> {
  const { range, edges } = groups;
  const declaredMs = container.everyS * 1_000;
  if (range.toMs - range.fromMs > longestByReadingsMs) {
    const { middles, columns, stepMs } = await meansOf(db, container, originMeans, range, nowMs);
    return originEnergy(samplesOf(middles, columns), edges, Math.max(stepMs, declaredMs));
  }
  return originsOfReadings(db, container, groups, nowMs);
}

/** What was found for groups that are over, and what the database said of the container then. */
interface KeptOrigins {
  energy: OriginEnergy;
  /** Those that were taken to be there. */
  sources: ReadonlySet<KnownOrigin>;
  asOf: number;
  marks: string;
}

/** Of 200 groups, some 10 KiB each. */
const mostKept = 1_000;
const mostGroupsKept = 200;
const memos = new WeakMap<Db, Map<string, KeptOrigins>>();

/** Groups that are over are taken from memory for as long as none of their readings has changed. */
async function originsOfReadings(
  db: Db,
  container: ChartContainer,
  { range, edges }: RangeEdges,
  nowMs: number,
): Promise<OriginEnergy> {
  const declaredMs = container.everyS * 1_000;
  const over = groupsOver(edges, declaredMs, nowMs);
  const overMs = edges[over] as number;
  const key = `${container.id} ${declaredMs} ${edges.slice(0, over + 1).join()}`;
  let memo = memos.get(db);
  if (!memo) memos.set(db, (memo = new Map()));
  const horizonMs = overMs + energyMarginMs - 1;
  const marks = marksOf(container, range, horizonMs);
  const kept = over > 0 ? memo.get(key) : undefined;
  const [fromDay, toDay] = [dayOf(range.fromMs - energyMarginMs), dayOf(horizonMs)];
  if (kept && kept.marks === marks && cacheOf(db).isCurrent(container.id, kept.asOf, fromDay, toDay)) {
    if (over === edges.length - 1) return kept.energy;
    const samples = await readOrigins(db, container, { fromMs: overMs, toMs: range.toMs });
    // A source that is new takes the groups before its first reading out of what is known.
    if ([...sourcesIn(samples)].every((source) => kept.sources.has(source)))
      return joined(kept.energy, originEnergy(samples, edges.slice(over), declaredMs, kept.sources));
  }
  const samples = await readOrigins(db, container, range);
  const energy = originEnergy(samples, edges, declaredMs);
  const sources = sourcesIn(samples, horizonMs);
  memo.delete(key);
  if (over > 0 && sources.size === sourcesIn(samples).size) {
    memo.set(key, { energy: mapped(energy, (of) => of.slice(0, over)), sources, asOf: container.revision, marks });
    if (memo.size > mostKept) memo.delete(memo.keys().next().value as string);
  }
  return energy;
}

/** How many groups only depend on readings of UTC days that are over: today's change with every message. */
function groupsOver(edges: readonly number[], declaredMs: number, nowMs: number): number {
  if (gapPeriods * declaredMs > energyMarginMs) return 0;
  const todayMs = dayOf(nowMs) * dayMs;
  const over = edges.findLastIndex((edge) => edge + energyMarginMs <= todayMs);
  return over > mostGroupsKept ? 0 : Math.max(0, over);
}

type List = (of: OriginEnergy) => Float64Array;

/** @param map Also gets a function that finds the same list in another energy. */
function mapped({ known, load }: OriginEnergy, map: (of: Float64Array, like: List) => Float64Array): OriginEnergy {
  return {
    known: {
      sun: map(known.sun, (other) => other.known.sun),
      battery: map(known.battery, (other) => other.known.battery),
      generator: map(known.generator, (other) => other.known.generator),
      grid: map(known.grid, (other) => other.known.grid),
    },
    load: {
      wh: map(load.wh, (other) => other.load.wh),
      measuredMs: map(load.measuredMs, (other) => other.load.measuredMs),
    },
  };
}

function joined(first: OriginEnergy, second: OriginEnergy): OriginEnergy {
  return mapped(first, (of, like) => Float64Array.of(...of, ...like(second)));
}

async function readOrigins(db: Db, container: ChartContainer, { fromMs, toMs }: Range): Promise<OriginSamples> {
  const around = { fromMs: fromMs - energyMarginMs, toMs: toMs + energyMarginMs };
  const names = originMeans.map(({ metric }) => metric);
  const { atMs, columns } = await readSamples(db, container.id, names, around, { known: container.slots });
  return samplesOf(atMs, columns);
}

/**
 * As `samplesOf` takes them apart, from means of quarter hours: a battery that gave and took within one gave what it
 * gave.
 */
const originMeans: readonly Mean[] = (["load", "solar", "batteryOut", "generator", "gridIn"] as const).map((part) => ({
  metric: quantities[part].power,
  useIf: quantities[part].useIf,
}));

/** @param columns In the order of `originMeans`. */
function samplesOf(atMs: readonly number[], columns: readonly (readonly (number | null)[])[]): OriginSamples {
  const [loadW = [], solarW = [], battery = [], generatorW = [], gridW = []] = columns;
  // The metric is positive while the battery is charging.
  return { atMs, loadW, solarW, batteryW: battery.map((value) => value && -value), generatorW, gridW };
}
