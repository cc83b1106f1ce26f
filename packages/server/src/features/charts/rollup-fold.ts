import type { ChartFunction, UseIf } from "@offgrid/contract/charts/charts.schema";

import { type MetricDay, quarterMs, quarterOf, quartersPerDay } from "../../core/quarter-hours.ts";
import type { RollupColumn } from "../../core/rollup-codec.ts";
import type { Range } from "./chart-range.ts";

/** Charts out of quarter hours: the same functions over the same readings as over frames. Pure. */

/** Signs (of core/quarter-hours.ts) that belong to a class. */
const signsOf: Record<UseIf, readonly number[]> = {
  all: [0, 1, 2],
  all_except_0: [0, 2],
  positive: [2],
  positive_and_0: [1, 2],
  negative: [0],
  negative_and_0: [0, 1],
};

export const columnsOf: Record<ChartFunction, readonly RollupColumn[]> = {
  average: ["sums"],
  hourly_average_sum: ["sums"],
  sum: ["sums"],
  count: [],
  min: ["mins"],
  max: ["maxs"],
  first: ["firsts", "times"],
  last: ["lasts", "times"],
};

export interface FoldSource {
  days: ReadonlyMap<number, MetricDay>;
  loose: ReadonlySet<number>;
  readings: readonly { atMs: number; value: number }[];
}

/** One group: what was added up so far. */
interface Fold {
  count: number;
  value: number;
  /** Of `first` and `last`: when it was. */
  atMs: number;
}

/**
 * Folds one metric into groups.
 * @param range Only readings within count. No quarter hour outside `loose` has an end of it, or an edge, within.
 * @param edges n + 1 rising edges of n groups that cover the range.
 * @returns group number -> value; `hourly_average_sum` gives averages, for the caller to sum.
 */
export function foldRollups(
  source: FoldSource,
  { func, useIf }: { func: ChartFunction; useIf: UseIf },
  range: Range,
  edges: readonly number[],
): Map<number, number> {
  const folds: (Fold | undefined)[] = [];
  const signs = signsOf[useIf];
  let group = 0;
  const add = (atMs: number, count: number, value: number) => {
    const fold = folds[group];
    if (fold) merge(func, fold, atMs, count, value);
    else folds[group] = { count, value, atMs };
  };
  const last = quarterOf(range.toMs - 1);
  for (let quarter = quarterOf(range.fromMs); quarter <= last; quarter++) {
    if (source.loose.has(quarter)) continue;
    const dayNumber = Math.floor(quarter / quartersPerDay);
    const day = source.days.get(dayNumber);
    if (!day) continue;
    const startMs = quarter * quarterMs;
    while ((edges[group + 1] as number) <= startMs) group++;
    for (const sign of signs) {
      const place = sign * quartersPerDay + quarter - dayNumber * quartersPerDay;
      const count = day.counts[place] as number;
      if (count > 0) add(startMs + atOf(func, day, place), count, valueOf(func, day, place));
    }
  }
  group = 0;
  for (const { atMs, value } of source.readings) {
    if (atMs < range.fromMs || atMs >= range.toMs || !signs.includes(value < 0 ? 0 : value > 0 ? 2 : 1)) continue;
    while ((edges[group + 1] as number) <= atMs) group++;
    add(atMs, 1, value);
  }
  const values = new Map<number, number>();
  for (const [at, fold] of folds.entries()) if (fold) values.set(at, resultOf(func, fold));
  return values;
}

function valueOf(func: ChartFunction, day: MetricDay, place: number): number {
  if (func === "min") return day.mins[place] as number;
  if (func === "max") return day.maxs[place] as number;
  if (func === "first") return day.firsts[place] as number;
  if (func === "last") return day.lasts[place] as number;
  return func === "count" ? 0 : (day.sums[place] as number);
}

function atOf(func: ChartFunction, day: MetricDay, place: number): number {
  if (func === "first") return day.firstAt[place] as number;
  return func === "last" ? (day.lastAt[place] as number) : 0;
}

function merge(func: ChartFunction, fold: Fold, atMs: number, count: number, value: number): void {
  fold.count += count;
  if (func === "min") fold.value = Math.min(fold.value, value);
  else if (func === "max") fold.value = Math.max(fold.value, value);
  else if (func === "first" || func === "last") {
    if (func === "first" ? atMs >= fold.atMs : atMs <= fold.atMs) return;
    fold.value = value;
    fold.atMs = atMs;
  } else fold.value += value;
}

function resultOf(func: ChartFunction, { count, value }: Fold): number {
  if (func === "count") return count;
  return func === "average" || func === "hourly_average_sum" ? value / count : value;
}
