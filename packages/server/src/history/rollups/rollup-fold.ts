import type { UseIf } from "@offgrid/contract/charts/charts.schema";

import { quarterMs, quarterOf, quartersPerDay, signs } from "../quarter-hours.ts";
import type { KeptDay } from "./rollup-cache.ts";
import type { RollupColumn } from "./rollup-codec.ts";
import type { Range } from "../chart-range.ts";
import type { FoldFunction } from "../charts/chart-plan.ts";
import { type GroupValues, noValues } from "../charts/chart-series.ts";
import type { RollupHistory } from "./rollup-history.ts";

/** Charts from quarter hours: the same functions of the same readings as with frames. Pure. */

/** Signs (of quarter-hours.ts) that belong to a class. */
const signsOf: Record<UseIf, readonly number[]> = {
  all: [0, 1, 2],
  all_except_0: [0, 2],
  positive: [2],
  positive_and_0: [1, 2],
  negative: [0],
  negative_and_0: [0, 1],
};

export const columnsOf: Record<FoldFunction, readonly RollupColumn[]> = {
  average: ["sums"],
  hourly_average_sum: ["sums"],
  sum: ["sums"],
  count: [],
  min: ["mins"],
  max: ["maxs"],
  first: ["firsts", "times"],
  last: ["lasts", "times"],
};

/** What a function needs of a day, and how two values of a group are combined. */
interface Rule {
  value: "sums" | "mins" | "maxs" | "firsts" | "lasts" | "counts";
  at?: "firstAt" | "lastAt";
  keep: "total" | "lower" | "higher" | "earlier" | "later";
}

const rules: Record<FoldFunction, Rule> = {
  average: { value: "sums", keep: "total" },
  hourly_average_sum: { value: "sums", keep: "total" },
  sum: { value: "sums", keep: "total" },
  count: { value: "counts", keep: "total" },
  min: { value: "mins", keep: "lower" },
  max: { value: "maxs", keep: "higher" },
  first: { value: "firsts", at: "firstAt", keep: "earlier" },
  last: { value: "lasts", at: "lastAt", keep: "later" },
};

/** The groups as folded so far. */
interface Folds {
  keep: Rule["keep"];
  counts: Float64Array;
  values: Float64Array;
  /** For `first` and `last`: time of the value. */
  atMs: Float64Array;
}

/**
 * Folds one metric into groups.
 * @param history No quarter hour, except its loose ones, has an end of the range or an edge within.
 * @param range Only readings within count.
 * @param edges n + 1 rising edges of n groups that cover the range.
 * @returns a value per group; `hourly_average_sum` gives averages, for the caller to sum: over all readings, those of
 * another class as 0, since a power that went both ways within an hour went each way for a part of it only.
 */
export function foldRollups(
  history: Pick<RollupHistory, "slots" | "fromDay" | "days" | "loose" | "instants" | "isLooseWithin">,
  slot: number,
  { func, useIf }: { func: FoldFunction; useIf: UseIf },
  range: Range,
  edges: readonly number[],
): GroupValues {
  const groups = edges.length - 1;
  const { value, at, keep } = rules[func];
  const folds: Folds = {
    keep,
    counts: new Float64Array(groups),
    values: new Float64Array(groups),
    atMs: new Float64Array(at ? groups : 0),
  };
  const wanted = signsOf[useIf];
  const days = history.days.get(slot) ?? [];
  const first = quarterOf(range.fromMs);
  const last = quarterOf(range.toMs - 1);
  const { counts: groupCounts, values: groupValues } = folds;
  const isRunning = keep === "total" && range.toMs - range.fromMs >= groups * leastAtOnce * quarterMs;
  for (const sign of func === "hourly_average_sum" ? signsOf.all : wanted) {
    const factor = wanted.includes(sign) ? 1 : 0;
    let group = 0;
    let endMs = edges[1] as number;
    for (let index = 0; index < days.length; index++) {
      const kept = days[index];
      if (!kept?.signs.includes(sign)) continue;
      const { counts, [value]: values } = kept.day;
      const times = at && kept.day[at];
      const base = (history.fromDay + index) * quartersPerDay;
      const isLooseWithin = history.isLooseWithin(history.fromDay + index);
      const to = Math.min(quartersPerDay, last - base + 1);
      for (let quarter = Math.max(0, first - base); quarter < to; quarter++) {
        // A long part of a group at once.
        if (isRunning && !isLooseWithin) {
          while (endMs <= (base + quarter) * quarterMs) endMs = edges[++group + 1] as number;
          const end = Math.min(to, Math.ceil(endMs / quarterMs) - base);
          if (end - quarter >= leastAtOnce) {
            addRunning(folds, group, kept, { sign, factor, isCount: value === "counts", from: quarter, to: end });
            quarter = end - 1;
            continue;
          }
        }
        const place = sign * quartersPerDay + quarter;
        const count = counts[place] as number;
        if (count === 0 || (isLooseWithin && history.loose.has(base + quarter))) continue;
        const startMs = (base + quarter) * quarterMs;
        while (endMs <= startMs) endMs = edges[++group + 1] as number;
        if (keep === "total") {
          groupCounts[group] = (groupCounts[group] as number) + count;
          groupValues[group] = (groupValues[group] as number) + factor * (values[place] as number);
        } else {
          add(folds, group, count, values[place] as number, times ? startMs + (times[place] as number) : 0);
        }
      }
    }
  }
  foldInstants(folds, history, slot, { func, wanted }, range, edges);
  return resultOf(func, folds);
}

function foldInstants(
  folds: Folds,
  { slots, instants }: Pick<RollupHistory, "slots" | "instants">,
  slot: number,
  { func, wanted }: { func: FoldFunction; wanted: readonly number[] },
  range: Range,
  edges: readonly number[],
): void {
  const column = slots.indexOf(slot);
  let group = 0;
  for (const { atMs, values } of instants) {
    const reading = values[column];
    if (reading === null || reading === undefined || atMs < range.fromMs || atMs >= range.toMs) continue;
    const isWanted = wanted.includes(reading < 0 ? 0 : reading > 0 ? 2 : 1);
    if (!isWanted && func !== "hourly_average_sum") continue;
    while ((edges[group + 1] as number) <= atMs) group++;
    add(folds, group, 1, func === "count" ? 1 : isWanted ? reading : 0, atMs);
  }
}

/** Sums of so many quarter hours or more are differences of running ones; of fewer, adding leaves the rounder numbers. */
const leastAtOnce = 24;

function runningOf({ day, signs: present }: KeptDay): NonNullable<KeptDay["running"]> {
  const length = quartersPerDay + 1;
  const running = { counts: new Float64Array(signs * length), sums: new Float64Array(signs * length) };
  for (const sign of present) {
    for (let quarter = 0; quarter < quartersPerDay; quarter++) {
      const [from, to] = [sign * quartersPerDay + quarter, sign * length + quarter + 1];
      running.counts[to] = (running.counts[to - 1] as number) + (day.counts[from] as number);
      running.sums[to] = (running.sums[to - 1] as number) + (day.sums[from] ?? 0);
    }
  }
  return running;
}

/** @param part Quarter hours of the day, the last one excluded. */
function addRunning(
  { counts, values }: Folds,
  group: number,
  kept: KeptDay,
  part: { sign: number; factor: number; isCount: boolean; from: number; to: number },
): void {
  const running = (kept.running ??= runningOf(kept));
  const start = part.sign * (quartersPerDay + 1);
  const count = between(running.counts, start + part.from, start + part.to);
  counts[group] = (counts[group] as number) + count;
  const value = part.isCount ? count : between(running.sums, start + part.from, start + part.to);
  values[group] = (values[group] as number) + part.factor * value;
}

function between(running: Float64Array, from: number, to: number): number {
  return (running[to] as number) - (running[from] as number);
}

function add({ keep, counts, values, atMs }: Folds, group: number, count: number, value: number, at: number): void {
  const before = counts[group] as number;
  counts[group] = before + count;
  if (keep === "total") {
    values[group] = (values[group] as number) + value;
    return;
  }
  if (before > 0) {
    if (keep === "lower" && value >= (values[group] as number)) return;
    if (keep === "higher" && value <= (values[group] as number)) return;
    if (keep === "earlier" && at >= (atMs[group] as number)) return;
    if (keep === "later" && at <= (atMs[group] as number)) return;
  }
  values[group] = value;
  if (keep === "earlier" || keep === "later") atMs[group] = at;
}

function resultOf(func: FoldFunction, { counts, values }: Folds): GroupValues {
  const isAverage = func === "average" || func === "hourly_average_sum";
  const found = noValues(counts.length);
  for (let group = 0; group < counts.length; group++) {
    const count = counts[group] as number;
    if (count > 0) found[group] = isAverage ? (values[group] as number) / count : (values[group] as number);
  }
  return found;
}
