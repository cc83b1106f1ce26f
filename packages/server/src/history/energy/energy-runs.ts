import { hourMs } from "./energy.ts";
import {
  type OutlinePoint,
  type WholeSummary,
  areaBetween,
  pointsOfWhole,
  shortestMs,
  stands,
  summariseQuarters,
} from "./energy-outline.ts";
import { type MetricDay, quarterMs, quartersPerDay, signs } from "../quarter-hours.ts";

/**
 * Reduces neighbouring quarter hours of one metric to a few points of an outline: a stretch without a gap or a fall is
 * one run, given by its first and last reading and a summary of those between. Pure.
 */

/** Readings of one quarter hour. */
export interface Quarter {
  points: readonly OutlinePoint[];
  count: number;
  /** The readings themselves, which must stay visible. */
  isOpen: boolean;
}

/**
 * @param number Number of the first of these quarter hours since 1970.
 * @param isSplit Keeps every quarter hour separate.
 */
export function runsOf(
  quarters: readonly Quarter[],
  number: number,
  declaredMs: number,
  kind: "power" | "meter",
  isSplit: boolean,
): OutlinePoint[] {
  const found: OutlinePoint[] = [];
  const add = (from: number, to: number): void => {
    if (to - from === 1) {
      found.push(...(quarters[from]?.points ?? []));
      return;
    }
    const some = quarters.slice(from, to);
    const whole: WholeSummary | undefined = summariseQuarters(some);
    if (!whole) return;
    if (!isSplit && !some.some(({ isOpen }) => isOpen) && stands(whole, declaredMs, kind)) {
      found.push(...pointsOfWhole(whole, "run", number + from));
      return;
    }
    const middle = (from + to) >> 1;
    add(from, middle);
    add(middle, to);
  };
  if (quarters.length > 0) add(0, quarters.length);
  return found;
}

/**
 * As `runsOf`, for quarter hours that form a single run and of which none is open; undefined where they do not. Most
 * stretches do, and this creates no object for any quarter hour, so it is several times as fast.
 * @param from Number of the first since 1970, up to and without `to`.
 */
export function oneRunOf(
  days: Pick<ReadonlyMap<number, MetricDay>, "get"> | undefined,
  from: number,
  to: number,
  declaredMs: number,
  kind: "power" | "meter",
): OutlinePoint[] | undefined {
  if (to - from < 2) return undefined;
  const whole = summariseStretch(days, from, to);
  if (!whole) return [];
  return stands(whole, declaredMs, kind) ? pointsOfWhole(whole, "run", from) : undefined;
}

/** As `summariseQuarters`, but directly from the days. */
function summariseStretch(
  days: Pick<ReadonlyMap<number, MetricDay>, "get"> | undefined,
  from: number,
  to: number,
): WholeSummary | undefined {
  const whole: WholeSummary = {
    count: 0,
    firstMs: 0,
    first: 0,
    lastMs: 0,
    last: 0,
    maxStepMs: 0,
    minStepMs: Infinity,
    falls: 0,
    areaWh: 0,
  };
  for (let dayNumber = Math.floor(from / quartersPerDay); dayNumber * quartersPerDay < to; dayNumber++) {
    const day = days?.get(dayNumber);
    if (!day) continue;
    const base = dayNumber * quartersPerDay;
    const end = Math.min(quartersPerDay, to - base);
    for (let quarter = Math.max(0, from - base); quarter < end; quarter++)
      addQuarter(whole, day, quarter, base + quarter);
  }
  return whole.count > 0 ? whole : undefined;
}

/** Appends a quarter hour to a summary; the result has the same bits as that of `summariseQuarters`. */
function addQuarter(whole: WholeSummary, day: MetricDay, quarter: number, number: number): void {
  let count = 0;
  let firstMs = Infinity;
  let first = 0;
  let lastMs = -Infinity;
  let last = 0;
  for (let sign = 0, place = quarter; sign < signs; sign++, place += quartersPerDay) {
    const some = day.counts[place] as number;
    if (some === 0) continue;
    count += some;
    if ((day.firstAt[place] as number) < firstMs) {
      firstMs = day.firstAt[place] as number;
      first = day.firsts[place] ?? 0;
    }
    if ((day.lastAt[place] as number) > lastMs) {
      lastMs = day.lastAt[place] as number;
      last = day.lasts[place] ?? 0;
    }
  }
  if (count === 0) return;
  firstMs += number * quarterMs;
  lastMs += number * quarterMs;
  const hasMore = count > 2;
  const stepMs = hasMore ? (day.maxStep[quarter] ?? 0) : lastMs - firstMs;
  const leastMs = count < 2 ? Infinity : shortestMs(count, lastMs - firstMs, stepMs);
  const falls = hasMore ? (day.falls[quarter] ?? 0) : last < first ? 1 : 0;
  const areaWh = hasMore ? (day.areas[quarter] ?? 0) / 2 / hourMs : areaBetween(firstMs, first, lastMs, last);
  if (whole.count === 0) {
    Object.assign(whole, { firstMs, first, maxStepMs: stepMs, minStepMs: leastMs, falls, areaWh });
  } else {
    const pauseMs = firstMs - whole.lastMs;
    whole.maxStepMs = Math.max(whole.maxStepMs, stepMs, pauseMs);
    whole.minStepMs = Math.min(whole.minStepMs, leastMs, pauseMs);
    whole.falls += falls + (first < whole.last ? 1 : 0);
    whole.areaWh += areaWh + areaBetween(whole.lastMs, whole.last, firstMs, first);
  }
  whole.count += count;
  whole.lastMs = lastMs;
  whole.last = last;
}

const parts = ["quarter", "day", "run"] as const;
const stride = 8;

/** Points as plain numbers, in a quarter of the memory. */
export function packPoints(points: readonly OutlinePoint[]): number[] {
  return points.flatMap(({ atMs, value, inside }) =>
    inside
      ? [
          atMs,
          value,
          parts.indexOf(inside.part),
          inside.number,
          inside.maxStepMs,
          inside.surePeriodMs,
          inside.falls,
          inside.areaWh,
        ]
      : [atMs, value, -1, 0, 0, 0, 0, 0],
  );
}

/** Adds packed points to an outline. */
export function unpackPoints(packed: readonly number[], outline: OutlinePoint[]): void {
  for (let at = 0; at < packed.length; at += stride) {
    const [atMs = 0, value = 0, code = -1, number = 0, maxStepMs = 0, surePeriodMs = 0, falls = 0, areaWh = 0] =
      packed.slice(at, at + stride);
    const part = parts[code];
    outline.push(
      part ? { atMs, value, inside: { part, number, maxStepMs, surePeriodMs, falls, areaWh } } : { atMs, value },
    );
  }
}
