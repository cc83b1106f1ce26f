import { type EnergyPart, quantities } from "@offgrid/contract/charts/energy-parts";

import type { Db } from "../../core/db.ts";
import type { BatteryStart } from "./battery-content.ts";
import { BoundedByContainer } from "../bounded-by-container.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import { energyMarginMs, enoughReadings, gapPeriods, hourMs, wideMarginMs } from "./energy.ts";
import { type Mean, meansOf } from "./energy-means.ts";
import {
  type PowerSource,
  type OriginEnergy,
  type OriginSamples,
  batteryAfter,
  knownOrigins,
  originEnergy,
  sourcesIn,
} from "./energy-origin.ts";
import { marksOf } from "./fleet-energy.ts";
import type { EnergyGroups } from "./fleet-parts.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";
import { cacheOf } from "../rollups/rollups.store.ts";
import { type Samples, readSamples } from "../tiers/samples.store.ts";

/** Up to this, single readings are read; beyond, means of quarter hours. */
const longestByReadingsMs = 8 * 24 * hourMs;

type RangeEdges = Pick<EnergyGroups, "range" | "edges">;

/** How long before a range its battery is followed, so that what it holds at the beginning is known. */
const leadMs = 7 * 24 * hourMs;

/** What is known of where the consumption came from, between edges. */
export async function findOrigins(
  db: Db,
  container: ChartContainer,
  groups: RangeEdges,
  nowMs: number,
): Promise<OriginEnergy> {
  const { range, edges } = groups;
  if (range.toMs - range.fromMs <= longestByReadingsMs) return originsOfReadings(db, container, groups, nowMs);
  const { samples, stepMs } = await meanSamples(db, container, range, nowMs);
  const battery = await batteryBefore(db, container, range.fromMs, nowMs);
  return originEnergy(samples, edges, stepMs, { battery });
}

/** The battery at an instant; undefined where only the sun can charge it. */
async function batteryBefore(
  db: Db,
  container: ChartContainer,
  atMs: number,
  nowMs: number,
): Promise<BatteryStart | undefined> {
  if (!hasOtherCharge(container)) return undefined;
  const lead = { fromMs: atMs - leadMs, toMs: atMs };
  const { samples, stepMs } = await meanSamples(db, container, lead, nowMs, true);
  return batteryAfter(samples, lead, stepMs);
}

function hasOtherCharge({ slots }: ChartContainer): boolean {
  const isMeasured = (part: EnergyPart) => slots.has(quantities[part].power);
  return isMeasured("batteryOut") && (isMeasured("generator") || isMeasured("gridIn"));
}

async function meanSamples(
  db: Db,
  container: ChartContainer,
  range: Range,
  nowMs: number,
  isRough = false,
): Promise<{ samples: OriginSamples; stepMs: number }> {
  const { middles, columns, stepMs } = await meansOf(db, container, originMeans, range, nowMs, { isRough });
  return { samples: samplesOf(middles, columns), stepMs: Math.max(stepMs, container.everyS * 1_000) };
}

/** What was found for groups that are over, and what the database said of the container then. */
interface KeptOrigins {
  energy: OriginEnergy;
  /** Those that were taken to be there. */
  sources: ReadonlySet<PowerSource>;
  /** The share of its charge that the battery gives back. */
  kept: number | undefined;
  asOf: number;
  marks: string;
}

const mostGroupsKept = 200;
/** Of 200 groups they take some 10 KiB, of the hours of a day less than 2: enough for more than 3,000 containers. */
const keptBytes = 32 * 2 ** 20;
const keptPerContainer = 24;
const entryBytes = 600;
const memos = new WeakMap<Db, BoundedByContainer<KeptOrigins>>();

function memoOf(db: Db): BoundedByContainer<KeptOrigins> {
  let memo = memos.get(db);
  if (!memo) memos.set(db, (memo = new BoundedByContainer(keptBytes, keptPerContainer, bytesOf)));
  return memo;
}

/** Of each group its known origins, the load and how long it was measured. */
function bytesOf({ energy, marks }: KeptOrigins): number {
  return entryBytes + (knownOrigins.length + 2) * 8 * energy.load.wh.length + marks.length;
}

/** Groups that are over are taken from memory for as long as none of their readings has changed. */
async function originsOfReadings(
  db: Db,
  container: ChartContainer,
  groups: RangeEdges,
  nowMs: number,
): Promise<OriginEnergy> {
  const { range, edges } = groups;
  const declaredMs = container.everyS * 1_000;
  const over = groupsOver(edges, declaredMs, nowMs);
  const overMs = edges[over] as number;
  const key = `${declaredMs} ${edges.slice(0, over + 1).join()}`;
  const memo = memoOf(db);
  const state = stateOf(db, container, range, overMs);
  const found = over > 0 ? memo.get(container.id, key) : undefined;
  if (found && state.isStill(found)) {
    // What is still asked for stays.
    memo.put(container.id, key, found);
    if (over === edges.length - 1) return found.energy;
    const { samples } = await readOrigins(db, container, { fromMs: overMs, toMs: range.toMs }, nowMs);
    // A source that is new takes the groups before its first reading out of what is known.
    if ([...sourcesIn(samples)].every((source) => found.sources.has(source)))
      return followed(found, samples, edges.slice(over), declaredMs);
  }
  const [{ samples, isNear }, battery] = await Promise.all([
    readOrigins(db, container, range, nowMs),
    batteryBefore(db, container, range.fromMs, nowMs),
  ]);
  const there = sourcesIn(samples);
  if (over === 0) return originEnergy(samples, edges, declaredMs, { there, battery });
  const first = originEnergy(samples, edges.slice(0, over + 1), declaredMs, { there, battery });
  const sources = sourcesIn(samples, state.horizonMs);
  const { revision: asOf } = container;
  const fresh: KeptOrigins = { energy: first, sources: there, kept: battery?.kept, asOf, marks: state.marks };
  if (isNear && sources.size === there.size) memo.put(container.id, key, fresh);
  else memo.drop(container.id, key);
  return over === edges.length - 1 ? first : followed(fresh, samples, edges.slice(over), declaredMs);
}

/** What the groups that are over depend on, as the database has just said. */
function stateOf(db: Db, container: ChartContainer, { fromMs }: Range, overMs: number) {
  const horizonMs = overMs + energyMarginMs - 1;
  const firstMs = hasOtherCharge(container) ? fromMs - leadMs : fromMs;
  const used = { fromMs: firstMs - energyMarginMs, toMs: horizonMs };
  const marks = marksOf(container, used);
  const [fromDay, toDay] = [dayOf(used.fromMs), dayOf(used.toMs)];
  const isStill = (kept: KeptOrigins) =>
    kept.marks === marks && cacheOf(db).isCurrent(container.id, kept.asOf, fromDay, toDay);
  return { horizonMs, marks, isStill };
}

/** The groups that are over, and those that follow them. */
function followed(
  { energy, sources: there, kept }: KeptOrigins,
  samples: OriginSamples,
  edges: readonly number[],
  declaredMs: number,
): OriginEnergy {
  const battery = energy.content && kept !== undefined ? { content: energy.content, kept } : undefined;
  return joined(energy, originEnergy(samples, edges, declaredMs, { there, battery }));
}

/** How many groups only depend on readings of UTC days that are over: today's change with every message. */
function groupsOver(edges: readonly number[], declaredMs: number, nowMs: number): number {
  if (gapPeriods * declaredMs > energyMarginMs) return 0;
  const todayMs = dayOf(nowMs) * dayMs;
  const over = edges.findLastIndex((edge) => edge + energyMarginMs <= todayMs);
  return over > mostGroupsKept ? 0 : Math.max(0, over);
}

function joined(first: OriginEnergy, second: OriginEnergy): OriginEnergy {
  const both = (one: Float64Array, other: Float64Array) => Float64Array.of(...one, ...other);
  return {
    known: Object.fromEntries(
      knownOrigins.map((origin) => [origin, both(first.known[origin], second.known[origin])]),
    ) as OriginEnergy["known"],
    load: {
      wh: both(first.load.wh, second.load.wh),
      measuredMs: both(first.load.measuredMs, second.load.measuredMs),
    },
    content: second.content,
  };
}

/**
 * As `samplesOf` takes them apart. Within a quarter hour, whose mean is used over a long range, a battery may give and
 * take.
 */
const originParts = ["load", "solar", "batteryOut", "batteryIn", "generator", "gridIn"] as const;
const originPowers = [...new Set(originParts.map((part) => quantities[part].power))];

/** Readings as far outside the range as it takes to split it up to its ends: not further than needed, since they are many. */
const marginsMs = [energyMarginMs, 9 * energyMarginMs, wideMarginMs] as const;

/** @returns also whether those close to the range were enough. */
async function readOrigins(
  db: Db,
  container: ChartContainer,
  range: Range,
  nowMs: number,
): Promise<{ samples: OriginSamples; isNear: boolean }> {
  const read = (marginMs: number) => {
    const around = { fromMs: range.fromMs - marginMs, toMs: range.toMs + marginMs };
    return readSamples(db, container.id, originPowers, around, { known: container.slots });
  };
  let found = await read(marginsMs[0]);
  const isNear = hasEnough(found, container, range, nowMs);
  for (const marginMs of marginsMs.slice(1))
    if (!hasEnough(found, container, range, nowMs)) found = await read(marginMs);
  const samples = samplesOf(
    found.atMs,
    originParts.map((part) => {
      const column = found.columns[originPowers.indexOf(quantities[part].power)] ?? [];
      return quantities[part].useIf === "all" ? column : column.map((value) => ownPart(value, part));
    }),
  );
  return { samples, isNear };
}

/** Are there enough readings of the load outside a range? Its sources are read with it, and count as long as it does. */
function hasEnough({ atMs, columns }: Samples, { slots }: ChartContainer, { fromMs, toMs }: Range, nowMs: number) {
  const load = quantities.load.power;
  if (!slots.has(load)) return true;
  const column = columns[originPowers.indexOf(load)] ?? [];
  const known = atMs.filter((_, index) => column[index] !== null);
  const before = known.filter((at) => at <= fromMs).length;
  const after = known.filter((at) => at >= toMs).length;
  return before >= enoughReadings.power && (after >= enoughReadings.power || toMs >= nowMs);
}

/** A reading that is of the other direction is 0 of this one. */
function ownPart(value: number | null, part: EnergyPart): number | null {
  if (value === null) return null;
  return quantities[part].useIf === "negative" ? Math.min(0, value) : Math.max(0, value);
}

const originMeans: readonly Mean[] = originParts.map((part) => ({
  metric: quantities[part].power,
  useIf: quantities[part].useIf,
}));

/** @param columns In the order of `originParts`. */
function samplesOf(atMs: readonly number[], columns: readonly (readonly (number | null)[])[]): OriginSamples {
  const [loadW = [], solarW = [], given = [], chargeW = [], generatorW = [], gridW = []] = columns;
  // The metric is positive while the battery is charging.
  return { atMs, loadW, solarW, batteryW: given.map((value) => value && -value), chargeW, generatorW, gridW };
}
