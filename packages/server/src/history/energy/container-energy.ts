import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import { energyMarginMs, enoughReadings, enoughToTell, wideMarginMs } from "./energy.ts";
import { type Beyond, isEnoughBeyond } from "./energy-outline.ts";
import { type NearestDays, nearestDays } from "./nearest-days.store.ts";
import { workOf, workOffAll } from "./energy-rounds.ts";
import { type Work, kinds } from "./energy-stretches.ts";
import {
  type BucketEnergy,
  type Span,
  type SpannedIntegral,
  energyOfCells,
  energyOfIntegrals,
} from "./power-and-meter.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";
import type { EnergyMetrics } from "./quantities.ts";
import { boundariesOf, horizonOf, monthBoundaries, stretchesOf } from "./stretches.ts";

/**
 * Energy of many containers over the same buckets, as energy.ts defines it for their readings. The readings of each
 * container are represented by an outline (energy-outline.ts): stretches of summarised quarter hours are a few runs,
 * which are kept in memory; quarter hours that are marked or cannot be part of a run appear with their readings.
 * Whatever is missing for a group of containers is read in one statement for all of them.
 */

export interface EnergyOf extends BucketEnergy {
  /** When the meter was measured, in the range and around it. */
  meterSpans: readonly Span[];
  /** The last reading up to the horizon; -Infinity: none. */
  lastMs: number;
  /** A reading that comes, or is replaced, outside of it changes nothing. */
  used: Range;
}

/** Before and after all readings that there may be. */
const ever = { fromMs: 0, toMs: Date.UTC(9999, 0, 1) };

/** One energy of one container. */
export interface EnergyAsked {
  container: ChartContainer;
  metrics: EnergyMetrics;
}

/**
 * @param asked None twice.
 * @param edges n + 1 rising instants of n buckets, all within the range.
 * @returns in the order of `asked`.
 */
export async function energyOfContainers(
  db: Db,
  asked: readonly EnergyAsked[],
  range: Range,
  edges: readonly number[],
  nowMs: number,
): Promise<EnergyOf[]> {
  const around = (marginMs: number) => ({ fromMs: range.fromMs - marginMs, toMs: range.toMs + marginMs });
  const within = { range, edges, nowMs };
  const found = await energyWithin(db, asked, { ...within, around: around(energyMarginMs) });
  const slow = found.flatMap(({ isEnough }, place) => (isEnough ? [] : place));
  if (slow.length === 0) return found;
  const wide = around(wideMarginMs);
  const some = slow.map((place) => asked[place] as EnergyAsked);
  const wider = await energyWithin(db, some, { ...within, around: wide });
  for (const [index, place] of slow.entries()) found[place] = wider[index] as Found;
  await reachOverSilences(db, asked, found, { ...within, around: wide });
  return found;
}

/** However long a meter was silent, what it counted meanwhile has its part in the range. */
async function reachOverSilences(db: Db, asked: readonly EnergyAsked[], found: Found[], within: Within): Promise<void> {
  const silent = found.flatMap(({ isSilent }, place) => (isSilent.before || isSilent.after ? place : []));
  if (silent.length === 0) return;
  const wanted = silent.map((place) => {
    const { container, metrics } = asked[place] as EnergyAsked;
    return { containerId: container.id, slot: container.slots.get(metrics[1]) ?? 0 };
  });
  const nearest = await nearestDays(db, wanted, within.around);
  const { fromMs, toMs } = within.around;
  for (const [index, place] of silent.entries()) {
    const { isSilent, used } = found[place] as Found;
    const { before, after } = nearest[index] as NearestDays;
    const around = {
      fromMs: isSilent.before ? Math.min(fromMs, ...before.map((day) => day * dayMs)) : fromMs,
      toMs: isSilent.after ? Math.max(toMs, ...after.map((day) => (day + 1) * dayMs)) : toMs,
    };
    const hasMore = around.fromMs < fromMs || around.toMs > toMs;
    const [further] = hasMore ? await energyWithin(db, [asked[place] as EnergyAsked], { ...within, around }) : [];
    found[place] = {
      ...(further ?? (found[place] as Found)),
      used: {
        fromMs: isSilent.before
          ? Math.min(used.fromMs, isTold(before, fromMs) ? around.fromMs : ever.fromMs)
          : used.fromMs,
        toMs: isSilent.after && isTold(after, toMs) ? Math.max(usedFor(within.range).toMs, around.toMs) : used.toMs,
      },
    };
  }
}

/** Are there so many beyond the day of an end, that no further one changes anything? */
function isTold(days: readonly number[], endMs: number): boolean {
  return days.filter((day) => day !== dayOf(endMs)).length >= enoughToTell;
}

interface Within {
  range: Range;
  edges: readonly number[];
  nowMs: number;
  /** Readings within it are used. */
  around: Range;
}

interface Found extends EnergyOf {
  /** The readings outside the range were enough to integrate up to its ends. */
  isEnough: boolean;
  /** A meter has too few outside the range although there may be some further away. */
  isSilent: { before: boolean; after: boolean };
}

async function energyWithin(
  db: Db,
  asked: readonly EnergyAsked[],
  { range, edges, nowMs, around }: Within,
): Promise<Found[]> {
  const horizonMs = horizonOf(around.toMs);
  const boundaries = boundariesOf(around, range, edges, horizonMs);
  const shared = stretchesOf(boundaries, []);
  const works = asked.map(({ container, metrics: [power, meter] }) =>
    workOf(container, [container.slots.get(power) ?? 0, container.slots.get(meter) ?? 0], boundaries, shared),
  );
  // No clock is further ahead (frame-message.ts).
  const isKnownUntilNow = horizonMs >= nowMs + dayMs;
  // What a container never sent needs no reading.
  const measured = works.filter(({ slots }) => slots.some((slot) => slot > 0));
  await workOffAll(db, measured, around, boundaries, edges);
  return works.map((work) => {
    const { lastMs, beyond } = work;
    const isEnd = lastMs < range.toMs && isKnownUntilNow;
    const isEnough = beyond.every(({ before, after }, kind) => {
      const enough = enoughReadings[kinds[kind] ?? "power"];
      return before >= enough && (after >= enough || isEnd);
    });
    const [before = Infinity, after = Infinity] = [beyond[1]?.before, beyond[1]?.after];
    const isSilent = { before: before < enoughToTell, after: after < enoughToTell && !isKnownUntilNow };
    const used = { ...usedFor(range), ...(after < enoughToTell && { toMs: ever.toMs }) };
    const meterSpans = work.found[1]?.spans ?? [];
    return { ...energyOfWork(work, edges), meterSpans, lastMs, used, isEnough, isSilent };
  });
}

function energyOfWork({ found, cells, inCells }: Work, edges: readonly number[]): BucketEnergy {
  const [power, meter] = inCells;
  if (cells && power && meter) return energyOfCells(edges, cells, power, meter);
  return energyOfIntegrals(found[0] ?? none(edges), found[1] ?? none(edges));
}

/** What energies may be computed from where no meter was silent for longer; its horizon lies beyond the range's end. */
function usedFor({ fromMs, toMs }: Range): Range {
  return { fromMs: fromMs - wideMarginMs, toMs: horizonOf(toMs + energyMarginMs) + wideMarginMs };
}

/**
 * How long some metrics were measured within a range, ms, by the gap rule of energy.ts.
 * @returns in the order of `asked`.
 */
export async function measuredOf(
  db: Db,
  asked: readonly MetricAsked[],
  range: Range,
  nowMs: number,
): Promise<number[]> {
  const found = await measuredWithin(db, asked, range, energyMarginMs);
  const slow = found.flatMap(({ beyond }, place) => (isEnoughBeyond(beyond, range, nowMs) ? [] : place));
  if (slow.length > 0) {
    const some = slow.map((place) => asked[place] as MetricAsked);
    const wider = await measuredWithin(db, some, range, wideMarginMs);
    for (const [index, place] of slow.entries()) found[place] = wider[index] as (typeof found)[number];
  }
  return found.map(({ measuredMs }) => measuredMs);
}

/** A metric that a container has sent. */
export interface MetricAsked {
  container: ChartContainer;
  slot: number;
}

async function measuredWithin(db: Db, asked: readonly MetricAsked[], range: Range, marginMs: number) {
  const around = { fromMs: range.fromMs - marginMs, toMs: range.toMs + marginMs };
  const edges = [range.fromMs, range.toMs];
  const boundaries = monthBoundaries(around, edges);
  const shared = stretchesOf(boundaries, []);
  const works = asked.map(({ container, slot }) => workOf(container, [slot, 0], boundaries, shared));
  await workOffAll(db, works, around, boundaries, edges);
  return works.map(({ found, beyond }) => ({
    measuredMs: found[0]?.measuredMs[0] ?? 0,
    beyond: beyond[0] as Beyond,
  }));
}

function none(edges: readonly number[]): SpannedIntegral {
  const zeros = () => new Float64Array(edges.length - 1);
  return { wh: zeros(), measuredMs: zeros(), gapWh: zeros(), spans: [] };
}
