/**
 * The rule of core/energy.ts where most readings are known only as quarter hours. A trail is the readings in the order of
 * time, in which a quarter hour stands as its first and last reading and what lies between. It gives what the readings
 * give themselves; where that cannot be told it names the quarter hours whose readings it needs. Pure.
 */
import { type Integral, eachPiece, gapPeriods, hourMs, longestStepMs, meterGrowth } from "./energy.ts";
import { type MetricDay, countOf, quarterMs, quartersPerDay, signs } from "./quarter-hours.ts";

export interface Inside {
  /** Number of the quarter hour since 1970. */
  quarter: number;
  maxStepMs: number;
  falls: number;
  /** Wh under the readings from the first to the last. */
  areaWh: number;
}
export interface TrailPoint {
  atMs: number;
  value: number;
  /** The next point is the last reading of the same quarter hour, and at least one more lies between. */
  inside?: Inside;
}

/** Points of one quarter hour out of its summary. */
export function pointsOf(day: MetricDay, quarter: number, number: number): TrailPoint[] {
  const count = countOf(day, quarter);
  if (count === 0) return [];
  const startMs = number * quarterMs;
  let first: TrailPoint = { atMs: Infinity, value: 0 };
  let last: TrailPoint = { atMs: -Infinity, value: 0 };
  for (let sign = 0; sign < signs; sign++) {
    const place = sign * quartersPerDay + quarter;
    if (!day.counts[place]) continue;
    const firstMs = startMs + (day.firstAt[place] as number);
    const lastMs = startMs + (day.lastAt[place] as number);
    if (firstMs < first.atMs) first = { atMs: firstMs, value: day.firsts[place] ?? 0 };
    if (lastMs > last.atMs) last = { atMs: lastMs, value: day.lasts[place] ?? 0 };
  }
  if (count === 1) return [first];
  if (count === 2) return [first, last];
  first.inside = {
    quarter: number,
    maxStepMs: day.maxStep[quarter] ?? 0,
    falls: day.falls[quarter] ?? 0,
    areaWh: (day.areas[quarter] ?? 0) / 2 / hourMs,
  };
  return [first, last];
}

/**
 * Energy and measured time per bucket.
 * @param edges n + 1 rising instants of n buckets; no quarter hour that stands as a summary has an edge within.
 * @param kind For the measured time alone, power will do.
 * @returns the integral, or the quarter hours whose readings have to take the place of their summary first.
 */
export function integrateTrail(
  points: readonly TrailPoint[],
  edges: readonly number[],
  declaredMs: number,
  kind: "power" | "meter",
): Integral | { open: Set<number> } {
  const open = new Set<number>();
  const trail = kind === "meter" ? withoutDips(points, open) : points;
  const buckets = Math.max(0, edges.length - 1);
  const sum: Integral = { wh: new Float64Array(buckets), measuredMs: new Float64Array(buckets) };
  let first = 0;
  for (let index = 0; index + 1 < trail.length; index++) {
    const { atMs: from, value: before, inside } = trail[index] as TrailPoint;
    const { atMs: to, value: after } = trail[index + 1] as TrailPoint;
    // A long step within may be a gap or not, and a meter that falls was reset or not: its readings tell.
    if (inside && (inside.maxStepMs > gapPeriods * declaredMs || (kind === "meter" && inside.falls > 0))) {
      open.add(inside.quarter);
      continue;
    }
    const isGap = inside ? false : isGapAt(trail, index, declaredMs, open);
    if (isGap && kind === "power") continue;
    const growth = meterGrowth(before, after);
    const startW = Math.max(0, before);
    const endW = Math.max(0, after);
    first = eachPiece(from, to, edges, first, (bucket, low, high) => {
      const middle = ((low + high) / 2 - from) / (to - from);
      const power = inside ? inside.areaWh : ((startW + (endW - startW) * middle) * (high - low)) / hourMs;
      const wh = kind === "meter" ? (growth * (high - low)) / (to - from) : power;
      sum.wh[bucket] = (sum.wh[bucket] ?? 0) + wh;
      if (!isGap) sum.measuredMs[bucket] = (sum.measuredMs[bucket] ?? 0) + high - low;
    });
  }
  return open.size > 0 ? { open } : sum;
}

/** As core/energy.ts judges it; where hidden steps could turn the judgement, their quarter hours are opened. */
function isGapAt(trail: readonly TrailPoint[], index: number, declaredMs: number, open: Set<number>): boolean {
  const step = stepAt(trail, index);
  if (step <= 0) return true;
  if (step <= gapPeriods * declaredMs) return false;
  const before = stepsFrom(trail, index - 1, -1);
  const after = stepsFrom(trail, index + 1, 1);
  const longestMs = longestStepMs(declaredMs, before.mostMs, after.mostMs);
  if (step > longestMs) return true;
  if (before.hidden === undefined && after.hidden === undefined) return false;
  for (const { hidden } of [before, after]) if (hidden !== undefined) open.add(hidden);
  return false;
}

function stepAt(trail: readonly TrailPoint[], index: number): number {
  return (trail[index + 1] as TrailPoint).atMs - (trail[index] as TrailPoint).atMs;
}

/**
 * Up to three steps away from one; of hidden ones, how long each is at most. The summary holds at least two steps, and the
 * shortest of three is at most as long as the longest of these.
 */
function stepsFrom(
  trail: readonly TrailPoint[],
  start: number,
  direction: 1 | -1,
): { mostMs: number[]; hidden: number | undefined } {
  const mostMs: number[] = [];
  for (let at = start; mostMs.length < 3 && at >= 0 && at + 1 < trail.length; at += direction) {
    const inside = trail[at]?.inside;
    if (inside) return { mostMs: [...mostMs, inside.maxStepMs, inside.maxStepMs], hidden: inside.quarter };
    mostMs.push(stepAt(trail, at));
  }
  return { mostMs, hidden: undefined };
}

/** Leaves out single readings below both their neighbours, which rise. Within a quarter hour that never falls is none. */
function withoutDips(points: readonly TrailPoint[], open: Set<number>): TrailPoint[] {
  return points.filter((here, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after || before.inside || here.value >= before.value) return true;
    if (here.inside) {
      open.add(here.inside.quarter);
      return true;
    }
    return after.value < before.value;
  });
}
