/**
 * The rule of energy.ts for readings that are mostly known only as quarter hours or days. An outline is a list of
 * readings in the order of time, in which a part of time may be replaced by its first and last reading and a summary of
 * those between. Integrating it gives the same result as the readings themselves; where that cannot be known, it names
 * the parts that must be looked at more closely. Pure.
 */
import { meterGrowth } from "@offgrid/contract/core/meter-growth";

import type { Range } from "../chart-range.ts";
import {
  eachPiece,
  energyMarginMs,
  enoughReadings,
  gapPeriods,
  hourMs,
  isCertainGap,
  longestStepMs,
} from "./energy.ts";
import type { Span, SpannedIntegral } from "./power-and-meter.ts";
import { type MetricDay, countOf, quarterMs, quartersPerDay, signs } from "../quarter-hours.ts";

export interface Inside {
  /** A quarter hour or a UTC day, by its number since 1970; a run of quarter hours by the number of its first. */
  part: "quarter" | "day" | "run";
  number: number;
  maxStepMs: number;
  /** No step within is shorter, if there are enough steps for each to have three others on one side; else 0. */
  surePeriodMs: number;
  falls: number;
  /** Wh under the readings from the first to the last. */
  areaWh: number;
}
export interface OutlinePoint {
  atMs: number;
  value: number;
  /** The next point is the last reading of the same part, and at least one more reading lies between. */
  inside?: Inside;
}

/** Parts that must be opened, because their summaries are not enough. */
export interface Opened {
  quarter: Set<number>;
  day: Set<number>;
  run: Set<number>;
}

/** A UTC day of one metric as a whole, or a run of its quarter hours. */
export interface WholeSummary {
  count: number;
  firstMs: number;
  first: number;
  lastMs: number;
  last: number;
  maxStepMs: number;
  /** No step is shorter than this. */
  minStepMs: number;
  falls: number;
  areaWh: number;
}

/** With seven steps, the middle one still has three on one side. */
const sureCount = 8;

/** The shortest that a step can be: its length if all others were as long as the longest. */
export function shortestMs(count: number, spanMs: number, maxStepMs: number): number {
  return Math.max(0, spanMs - (count - 2) * maxStepMs);
}

/** Points of one quarter hour, from its summary. */
export function pointsOf(day: MetricDay, quarter: number, number: number): OutlinePoint[] {
  const count = countOf(day, quarter);
  if (count === 0) return [];
  const startMs = number * quarterMs;
  let first: OutlinePoint = { atMs: Infinity, value: 0 };
  let last: OutlinePoint = { atMs: -Infinity, value: 0 };
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
    part: "quarter",
    number,
    maxStepMs: day.maxStep[quarter] ?? 0,
    surePeriodMs: count < sureCount ? 0 : shortestMs(count, last.atMs - first.atMs, day.maxStep[quarter] ?? 0),
    falls: day.falls[quarter] ?? 0,
    areaWh: (day.areas[quarter] ?? 0) / 2 / hourMs,
  };
  return [first, last];
}

/** Summarises a day from its quarter hours; undefined where it has no reading. */
export function summariseDay(day: MetricDay, number: number): WholeSummary | undefined {
  return summariseQuarters(
    Array.from({ length: quartersPerDay }, (_, quarter) => ({
      points: pointsOf(day, quarter, number * quartersPerDay + quarter),
      count: countOf(day, quarter),
    })),
  );
}

/**
 * Summarises neighbouring quarter hours; undefined where they have no reading.
 * @param quarters In the order of time, each with its readings as `pointsOf` gives them.
 */
export function summariseQuarters(
  quarters: readonly { points: readonly OutlinePoint[]; count: number }[],
): WholeSummary | undefined {
  let whole: WholeSummary | undefined;
  for (const { points, count } of quarters) {
    const [first] = points;
    if (!first) continue;
    const last = points.at(-1) ?? first;
    const spanMs = last.atMs - first.atMs;
    const stepMs = points.length < 2 ? 0 : (first.inside?.maxStepMs ?? spanMs);
    const leastMs = points.length < 2 ? Infinity : shortestMs(count, spanMs, stepMs);
    const falls = first.inside ? first.inside.falls : last.value < first.value ? 1 : 0;
    const areaWh = first.inside ? first.inside.areaWh : areaBetween(first.atMs, first.value, last.atMs, last.value);
    if (!whole) {
      const start = { count, firstMs: first.atMs, first: first.value, lastMs: 0, last: 0 };
      whole = { ...start, maxStepMs: stepMs, minStepMs: leastMs, falls, areaWh };
    } else {
      whole.count += count;
      whole.maxStepMs = Math.max(whole.maxStepMs, stepMs, first.atMs - whole.lastMs);
      whole.minStepMs = Math.min(whole.minStepMs, leastMs, first.atMs - whole.lastMs);
      whole.falls += falls + (first.value < whole.last ? 1 : 0);
      whole.areaWh += areaWh + areaBetween(whole.lastMs, whole.last, first.atMs, first.value);
    }
    whole.lastMs = last.atMs;
    whole.last = last.value;
  }
  return whole;
}

/** Wh between two consecutive readings; negative readings count as 0. */
export function areaBetween(fromMs: number, fromW: number, toMs: number, toW: number): number {
  return ((Math.max(0, fromW) + Math.max(0, toW)) / 2) * ((toMs - fromMs) / hourMs);
}

/** Points of a whole day, or of a whole run. */
export function pointsOfWhole(whole: WholeSummary, part: "day" | "run", number: number): OutlinePoint[] {
  const { count, firstMs, first, lastMs, last, maxStepMs, falls, areaWh } = whole;
  const surePeriodMs = surePeriodOf(whole);
  if (count === 1) return [{ atMs: firstMs, value: first }];
  const end = { atMs: lastMs, value: last };
  if (count === 2) return [{ atMs: firstMs, value: first }, end];
  return [{ atMs: firstMs, value: first, inside: { part, number, maxStepMs, surePeriodMs, falls, areaWh } }, end];
}

function surePeriodOf({ count, minStepMs }: WholeSummary): number {
  return count < sureCount ? 0 : minStepMs;
}

/** Is all of it without a gap and, for a meter, without a fall? Then it never has to be opened for its content. */
export function stands(whole: WholeSummary, declaredMs: number, kind: "power" | "meter"): boolean {
  return isWithoutGap(whole.maxStepMs, surePeriodOf(whole), declaredMs) && (kind === "power" || whole.falls === 0);
}

function isWithoutGap(maxStepMs: number, surePeriodMs: number, declaredMs: number): boolean {
  return !isCertainGap(maxStepMs) && maxStepMs <= gapPeriods * Math.max(declaredMs, surePeriodMs);
}

/**
 * Energy and measured time per bucket.
 * @param edges n + 1 rising instants of n buckets; a summarised part that has one within must be replaced.
 * @param kind For measured time only, use power.
 * @returns the integral, or the parts whose summaries must first be replaced by their quarter hours or readings.
 */
export function integrateOutline(
  points: readonly OutlinePoint[],
  edges: readonly number[],
  declaredMs: number,
  kind: "power" | "meter",
): SpannedIntegral | { open: Opened } {
  const open: Opened = { quarter: new Set(), day: new Set(), run: new Set() };
  const outline = kind === "meter" ? withoutDips(points, open) : points;
  const buckets = Math.max(0, edges.length - 1);
  const none = () => new Float64Array(buckets);
  const sum = { wh: none(), measuredMs: none(), gapWh: none() };
  const spans = outline.slice(0, 1).map(({ atMs }): Span => ({ fromMs: atMs, toMs: atMs }));
  let first = 0;
  for (let index = 0; index + 1 < outline.length; index++) {
    const { atMs: from, value: before, inside } = outline[index] as OutlinePoint;
    const { atMs: to, value: after } = outline[index + 1] as OutlinePoint;
    // A long step within may or may not be a gap, and a falling meter may or may not have been reset: the readings
    // show.
    const isPlain = !inside || isWithoutGap(inside.maxStepMs, inside.surePeriodMs, declaredMs);
    if (inside && (!isPlain || (kind === "meter" && inside.falls > 0) || hasEdgeWithin(edges, first, from, to))) {
      open[inside.part].add(inside.number);
      continue;
    }
    const isGap = inside ? false : isGapAt(outline, index, declaredMs, open);
    if (isGap) spans.push({ fromMs: to, toMs: to });
    else (spans.at(-1) as Span).toMs = to;
    if (isGap && kind === "power") continue;
    const growth = meterGrowth(before, after);
    const startW = Math.max(0, before);
    const endW = Math.max(0, after);
    first = eachPiece(from, to, edges, first, (bucket, low, high) => {
      const middle = ((low + high) / 2 - from) / (to - from);
      const power = inside ? inside.areaWh : ((startW + (endW - startW) * middle) * (high - low)) / hourMs;
      const wh = kind === "meter" ? (growth * (high - low)) / (to - from) : power;
      sum.wh[bucket] = (sum.wh[bucket] ?? 0) + wh;
      if (isGap) sum.gapWh[bucket] = (sum.gapWh[bucket] ?? 0) + wh;
      else sum.measuredMs[bucket] = (sum.measuredMs[bucket] ?? 0) + high - low;
    });
  }
  return open.quarter.size + open.day.size + open.run.size > 0 ? { open } : { ...sum, spans };
}

/** @param first Of the edges, one that is not after those that count. */
function hasEdgeWithin(edges: readonly number[], first: number, fromMs: number, toMs: number): boolean {
  for (let at = first; at < edges.length && (edges[at] as number) < toMs; at++)
    if ((edges[at] as number) > fromMs) return true;
  return false;
}

/** Judged as in energy.ts; where hidden steps could change the result, their parts are opened. */
function isGapAt(outline: readonly OutlinePoint[], index: number, declaredMs: number, open: Opened): boolean {
  const step = stepAt(outline, index);
  if (step <= 0 || isCertainGap(step)) return true;
  if (step <= gapPeriods * declaredMs) return false;
  const before = stepsFrom(outline, index - 1, -1);
  const after = stepsFrom(outline, index + 1, 1);
  const longestMs = longestStepMs(declaredMs, before.mostMs, after.mostMs);
  if (step > longestMs) return true;
  if (before.hidden === undefined && after.hidden === undefined) return false;
  if (step <= gapPeriods * Math.max(before.leastMs, after.leastMs)) return false;
  for (const { hidden } of [before, after]) if (hidden) open[hidden.part].add(hidden.number);
  return false;
}

function stepAt(outline: readonly OutlinePoint[], index: number): number {
  return (outline[index + 1] as OutlinePoint).atMs - (outline[index] as OutlinePoint).atMs;
}

/**
 * Up to three steps next to a given one; for hidden steps, the most that each can be, and the least that the shortest
 * can be. The summary has at least two steps, and the shortest of three is at most as long as the longest of these.
 */
function stepsFrom(
  outline: readonly OutlinePoint[],
  start: number,
  direction: 1 | -1,
): { mostMs: number[]; leastMs: number; hidden: Inside | undefined } {
  const mostMs: number[] = [];
  for (let at = start; mostMs.length < 3 && at >= 0 && at + 1 < outline.length; at += direction) {
    const inside = outline[at]?.inside;
    if (inside) {
      const leastMs = Math.min(...mostMs, inside.surePeriodMs);
      return { mostMs: [...mostMs, inside.maxStepMs, inside.maxStepMs], leastMs, hidden: inside };
    }
    const stepMs = stepAt(outline, at);
    if (isCertainGap(stepMs)) break;
    mostMs.push(stepMs);
  }
  return { mostMs, leastMs: 0, hidden: undefined };
}

/** Leaves out single readings as energy.ts does. A part that never falls has none. */
function withoutDips(points: readonly OutlinePoint[], open: Opened): OutlinePoint[] {
  return points.filter((here, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || before.inside || here.value >= before.value) return true;
    if (here.inside) {
      open[here.inside.part].add(here.inside.number);
      return true;
    }
    return after !== undefined && after.value < before.value;
  });
}

/** At least so many readings are known before and after a range. */
export interface Beyond {
  before: number;
  after: number;
}

/** @param points No summarised part of them has an end of the range within. */
export function countBeyond(points: readonly OutlinePoint[], { fromMs, toMs }: Range): Beyond {
  return {
    before: leastCount(points.filter(({ atMs }) => atMs <= fromMs)),
    after: leastCount(points.filter(({ atMs }) => atMs >= toMs)),
  };
}

/** Are they enough to tell up to both ends how long a metric was measured? After the present there are none. */
export function isEnoughBeyond({ before, after }: Beyond, { toMs }: Range, nowMs: number): boolean {
  return before >= enoughReadings.power && (after >= enoughReadings.power || toMs + energyMarginMs >= nowMs);
}

/** At least so many readings there are in a piece of an outline. */
function leastCount(points: readonly OutlinePoint[]): number {
  return points.reduce((count, { atMs, inside }, index) => {
    const next = points[index + 1];
    return count + (inside && next ? Math.max(1, Math.ceil((next.atMs - atMs) / inside.maxStepMs)) : 1);
  }, 0);
}
