/**
 * Energy from power readings and meters. Pure.
 *
 * Power is integrated by trapezoids between neighbouring readings, split at the edges of buckets. Two neighbours further
 * apart than three sampling periods are a gap: what happened between them is unknown, not zero. The sampling period is
 * the declared one, or the local one where that is longer (the shortest of three steps before or after, whichever side
 * is slower), so that history every half hour and live frames every ten seconds can share a range. A step of more than
 * two days is a gap in any case, so that how far readings outside a range matter to what was measured in it has an end. A
 * meter goes on counting over a gap, however long it is (docs/decisions/0192). Which of the two counts: power-and-meter.ts.
 */
import { meterGrowth } from "@offgrid/contract/core/meter-growth";

import {
  type BucketEnergy,
  type Span,
  type SpannedIntegral,
  cellsOf,
  energyOfCells,
  energyOfIntegrals,
} from "./power-and-meter.ts";

/** Readings in the order of their times. Null: no valid reading. */
export interface EnergySamples {
  atMs: readonly number[];
  /** W; negative counts as 0. */
  powerW: readonly (number | null)[];
  /** Wh, rising; falls only when the meter is reset. */
  meterWh: readonly (number | null)[];
}

export const hourMs = 3_600_000;
export const gapPeriods = 3;
/** Steps on each side that determine the local period. */
const neighbours = 3;
/** A longer step is a gap, however seldom there are readings. */
const longestEverMs = 48 * hourMs;
/** Readings this far outside a range are read to integrate up to its ends, */
export const energyMarginMs = 3 * hourMs;
/** or this far where these are too few: a step over its end, and the three beside it that tell whether it is a gap. */
export const wideMarginMs = (1 + neighbours) * longestEverMs;
/** So many are enough: the ends of those steps, and for a meter some more, of which some may be faulty. */
export const enoughReadings = { power: 5, meter: 12 } as const;
/** On one side of a range, so many of a meter tell of each other whether they are faulty. */
export const enoughToTell = 2;

/** How far outside a range readings matter to it where they are this far apart. */
export function marginMsOf(stepMs: number): number {
  return enoughReadings.power * stepMs > energyMarginMs ? wideMarginMs : energyMarginMs;
}

/**
 * The longest step between two readings that is not a gap.
 * @param stepsBefore In the order of time, as those after it; what lies beyond a step that is certainly a gap says nothing.
 */
export function longestStepMs(
  declaredMs: number,
  stepsBefore: readonly number[],
  stepsAfter: readonly number[],
): number {
  const cut = stepsAfter.findIndex(isCertainGap);
  const sides = [
    stepsBefore.slice(stepsBefore.findLastIndex(isCertainGap) + 1),
    cut < 0 ? stepsAfter : stepsAfter.slice(0, cut),
  ];
  // A single step may be a gap itself, so a side counts only with two steps, unless there is nothing better.
  const believed = sides.some((side) => side.length > 1) ? sides.filter((side) => side.length > 1) : sides;
  const local = Math.max(0, ...believed.filter((side) => side.length > 0).map((side) => Math.min(...side)));
  return Math.min(longestEverMs, gapPeriods * Math.max(declaredMs, local));
}

export function isCertainGap(stepMs: number): boolean {
  return stepMs > longestEverMs;
}

/**
 * Energy per bucket.
 * @param edges n + 1 rising instants of n buckets, epoch ms.
 * @param declaredMs Sampling period as the controller declares it.
 */
export function energyOf(samples: EnergySamples, edges: readonly number[], declaredMs: number): BucketEnergy {
  const integrate = (some: readonly number[]) =>
    [
      integratePower(samples.atMs, samples.powerW, some, declaredMs),
      integrateMeter(samples.atMs, samples.meterWh, some, declaredMs),
    ] as const;
  const [power, meter] = integrate(edges);
  const cells = cellsOf(power.spans, meter.spans, edges);
  return cells ? energyOfCells(edges, cells, ...integrate(cells)) : energyOfIntegrals(power, meter);
}

/** How long a metric was measured within a range, by the gap rule. Readings outside the range count up to its ends. */
export function measuredMsOf(
  samples: { atMs: readonly number[]; values: readonly (number | null)[] },
  range: { fromMs: number; toMs: number },
  declaredMs: number,
): number {
  const { at } = validOf(samples.atMs, samples.values);
  let measuredMs = 0;
  for (let index = 0; index + 1 < at.length; index++) {
    const low = Math.max(range.fromMs, at[index] as number);
    const high = Math.min(range.toMs, at[index + 1] as number);
    if (high > low && !isGap(at, index, declaredMs)) measuredMs += high - low;
  }
  return measuredMs;
}

export function integratePower(
  atMs: readonly number[],
  powerW: readonly (number | null)[],
  edges: readonly number[],
  declaredMs: number,
): SpannedIntegral {
  const { at, value } = validOf(atMs, powerW);
  const { sum, spans } = emptyIntegral(edges, at);
  let first = 0;
  for (let index = 0; index + 1 < at.length; index++) {
    const from = at[index] as number;
    const to = at[index + 1] as number;
    if (isGap(at, index, declaredMs)) {
      spans.push({ fromMs: to, toMs: to });
      continue;
    }
    (spans.at(-1) as Span).toMs = to;
    const startW = Math.max(0, value[index] as number);
    const endW = Math.max(0, value[index + 1] as number);
    first = eachPiece(from, to, edges, first, (bucket, low, high) => {
      const middle = ((low + high) / 2 - from) / (to - from);
      sum.wh[bucket] = (sum.wh[bucket] ?? 0) + ((startW + (endW - startW) * middle) * (high - low)) / hourMs;
      sum.measuredMs[bucket] = (sum.measuredMs[bucket] ?? 0) + high - low;
    });
  }
  return { ...sum, spans };
}

/** Growth of a meter. Across a gap only the sum is known; it is spread evenly but does not count as measured. */
export function integrateMeter(
  atMs: readonly number[],
  meterWh: readonly (number | null)[],
  edges: readonly number[],
  declaredMs: number,
): SpannedIntegral {
  const { at, value } = withoutDips(validOf(atMs, meterWh));
  const { sum, spans } = emptyIntegral(edges, at);
  let first = 0;
  for (let index = 0; index + 1 < at.length; index++) {
    const from = at[index] as number;
    const to = at[index + 1] as number;
    const growth = meterGrowth(value[index] as number, value[index + 1] as number);
    const isMeasured = !isGap(at, index, declaredMs);
    if (isMeasured) (spans.at(-1) as Span).toMs = to;
    else spans.push({ fromMs: to, toMs: to });
    first = eachPiece(from, to, edges, first, (bucket, low, high) => {
      const wh = (growth * (high - low)) / (to - from);
      sum.wh[bucket] = (sum.wh[bucket] ?? 0) + wh;
      if (isMeasured) sum.measuredMs[bucket] = (sum.measuredMs[bucket] ?? 0) + high - low;
      else sum.gapWh[bucket] = (sum.gapWh[bucket] ?? 0) + wh;
    });
  }
  return { ...sum, spans };
}

function emptyIntegral(edges: readonly number[], at: readonly number[]) {
  const none = () => new Float64Array(Math.max(0, edges.length - 1));
  return {
    sum: { wh: none(), measuredMs: none(), gapWh: none() },
    spans: at.slice(0, 1).map((atMs): Span => ({ fromMs: atMs, toMs: atMs })),
  };
}

export function validOf(
  atMs: readonly number[],
  values: readonly (number | null)[],
): { at: number[]; value: number[] } {
  const at: number[] = [];
  const value: number[] = [];
  for (const [index, reading] of values.entries()) {
    if (reading === null || reading === undefined) continue;
    at.push(atMs[index] as number);
    value.push(reading);
  }
  return { at, value };
}

/**
 * A single reading below both its neighbours, where these rise, is a faulty reading and not a reset. Of a fall at the end
 * only the next reading tells which it is: it is left out until then.
 */
export function withoutDips({ at, value }: { at: number[]; value: number[] }): { at: number[]; value: number[] } {
  const isDip = (index: number) => {
    const [before, here, after = Infinity] = [value[index - 1], value[index] as number, value[index + 1]];
    return before !== undefined && here < before && after >= before;
  };
  const kept = at.map((_, index) => index).filter((index) => !isDip(index));
  if (kept.length === at.length) return { at, value };
  return { at: kept.map((index) => at[index] as number), value: kept.map((index) => value[index] as number) };
}

/** Is the step from one reading to the next a gap? */
export function isGap(at: readonly number[], index: number, declaredMs: number): boolean {
  const step = (at[index + 1] as number) - (at[index] as number);
  if (step <= 0) return true;
  if (isCertainGap(step)) return true;
  if (step <= gapPeriods * declaredMs) return false;
  const before = stepsOf(at, index - neighbours, index);
  const after = stepsOf(at, index + 1, index + 1 + neighbours);
  return step > longestStepMs(declaredMs, before, after);
}

/** Steps between neighbours, from the one that starts at `from` up to the one that ends at `to`. */
function stepsOf(at: readonly number[], from: number, to: number): number[] {
  const steps: number[] = [];
  for (let index = Math.max(0, from); index < to && index + 1 < at.length; index++) {
    steps.push((at[index + 1] as number) - (at[index] as number));
  }
  return steps;
}

/** Cuts from..to at the edges of buckets. @returns the bucket at which to start with the next, later piece. */
export function eachPiece(
  from: number,
  to: number,
  edges: readonly number[],
  first: number,
  use: (bucket: number, low: number, high: number) => void,
): number {
  let bucket = first;
  while (bucket + 1 < edges.length && (edges[bucket + 1] as number) <= from) bucket++;
  const next = bucket;
  for (; bucket + 1 < edges.length && (edges[bucket] as number) < to; bucket++) {
    const low = Math.max(from, edges[bucket] as number);
    const high = Math.min(to, edges[bucket + 1] as number);
    if (high > low) use(bucket, low, high);
  }
  return next;
}
