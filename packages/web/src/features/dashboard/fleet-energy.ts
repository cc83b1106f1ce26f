import { startOf } from "../../core/time.ts";
import type { Energy, FleetEnergy } from "./dashboard.data.ts";

/** Below this share of the period, the figures say how much of it was measured. */
const goodCoverage = 0.95;
/** Days whose measured shares differ by this much are not compared. */
const comparableCoverage = 0.9;
/** Less than this in the day before says nothing, Wh. */
const comparableWh = 500;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What is expected of the hours from `t` on, Wh each. */
export interface ExpectedEnergy {
  /** Starts of hours, epoch ms. */
  t: readonly number[];
  generation: readonly number[];
  consumption: readonly number[];
}

/**
 * Expected energies on other hours: where these begin at other minutes, as in zones that differ from UTC by half hours,
 * each gets its shares. Null where an hour is not wholly covered.
 * @param hours Starts of hours, epoch ms.
 */
export function expectedOn(
  hours: readonly number[],
  expected: ExpectedEnergy,
): { generated: (number | null)[]; used: (number | null)[] } {
  const on = (values: readonly number[]) =>
    hours.map((start) => {
      let wh = 0;
      let coveredMs = 0;
      for (const [index, at] of expected.t.entries()) {
        const sharedMs = Math.min(at, start) + hourMs - Math.max(at, start);
        if (sharedMs <= 0) continue;
        wh += ((values[index] ?? 0) * sharedMs) / hourMs;
        coveredMs += sharedMs;
      }
      return coveredMs >= hourMs ? wh : null;
    });
  return { generated: on(expected.generation), used: on(expected.consumption) };
}

/** Both histories on one axis. */
export interface FleetHistory {
  /** Starts of the groups, epoch milliseconds. */
  t: number[];
  /** Wh per group; null where nothing was measured. */
  generated: (number | null)[];
  used: (number | null)[];
  /** Of the period before, on the same axis; absent where it is not known or empty. */
  generatedBefore?: (number | null)[];
  usedBefore?: (number | null)[];
  /** Expected, of the present hour and those to come; absent where there is no forecast. */
  generatedAhead?: (number | null)[];
  usedAhead?: (number | null)[];
  /** Share of the whole period that was measured, 0..1. */
  coverage: { generated: number; used: number };
  /** Of the whole period; null where nothing of it was measured. */
  generatedWh: number | null;
  usedWh: number | null;
  /** Share of the period that was measured, 0..1, where that is too little to be silent about. */
  poorCoverage?: number;
}

type History = Pick<Energy, "t" | "values">;

function totalOf({ values, total }: Energy): number | null {
  return values.some((value) => value !== null) ? total : null;
}

/**
 * Puts generation and consumption on the groups that either has; one answer may be an hour ahead of the other.
 * @param toNow Where an instant of the period before lies in this one.
 * @param ahead What is expected of the hours to come, and where they begin.
 */
export function toHistory(
  { generation, consumption, before }: FleetEnergy,
  toNow: (atMs: number) => number,
  ahead?: { expected: ExpectedEnergy; hours: readonly number[] },
): FleetHistory {
  const coming = ahead?.hours ?? [];
  const t = [...new Set([...generation.t, ...consumption.t, ...coming])].sort((one, other) => one - other);
  const on = (answer: History, move = (atMs: number) => atMs) => {
    const byTime = new Map(answer.t.map((at, index) => [move(at), answer.values[index] ?? null]));
    return t.map((at) => byTime.get(at) ?? null);
  };
  const ghost = (answer: History | undefined) => {
    const values = answer ? on(answer, toNow) : [];
    return values.some((value) => value !== null) ? values : undefined;
  };
  const [generatedBefore, usedBefore] = [ghost(before?.generation), ghost(before?.consumption)];
  const expected = ahead && expectedOn(t, ahead.expected);
  const fromMs = coming[0] ?? Infinity;
  const toCome = (values: readonly (number | null)[]) => values.map((wh, index) => (t[index]! < fromMs ? null : wh));
  const coverage = Math.min(generation.coverage, consumption.coverage);
  return {
    t,
    generated: on(generation),
    used: on(consumption),
    ...(generatedBefore ? { generatedBefore } : {}),
    ...(usedBefore ? { usedBefore } : {}),
    ...(expected ? { generatedAhead: toCome(expected.generated), usedAhead: toCome(expected.used) } : {}),
    coverage: { generated: generation.coverage, used: consumption.coverage },
    generatedWh: totalOf(generation),
    usedWh: totalOf(consumption),
    ...(coverage < goodCoverage ? { poorCoverage: coverage } : {}),
  };
}

/**
 * Where today begins for all containers, epoch ms; undefined where their days begin at different instants, so that there
 * is no one span of yesterday to compare the energy of today with.
 */
export function commonMidnight(containers: readonly { zoneName: string }[], nowMs: number): number | undefined {
  const zones = new Set(containers.map(({ zoneName }) => zoneName));
  const midnights = new Set([...zones].map((zone) => startOf("day", nowMs, zone)));
  const [midnightMs] = midnights;
  return midnights.size === 1 ? midnightMs : undefined;
}

/**
 * How much more there is today than yesterday at this time, in percent of yesterday's; undefined where more of one span was
 * measured than of the other, or yesterday had nothing yet.
 * @param latest The last 24 hours by hour, with the present one as the last.
 * @param earlier The 24 hours before.
 * @param midnightMs Where today begins, as for the figure that the change stands beside.
 */
export function changePercent(
  latest: Energy,
  earlier: Energy | undefined,
  midnightMs: number,
  nowMs: number,
): number | undefined {
  if (!earlier) return undefined;
  const [less = 0, more = 0] = [latest.coverage, earlier.coverage].sort((one, other) => one - other);
  if (less < comparableCoverage * more) return undefined;
  const hours = [earlier, latest].flatMap(({ t, values }) => t.map((start, at) => ({ start, wh: values[at] ?? 0 })));
  /** Of the hour that holds the end, its share counts; the present one has no more than its share. */
  const between = (fromMs: number, toMs: number) =>
    hours
      .filter(({ start }) => start >= fromMs && start < toMs)
      .reduce(
        (sum, { start, wh }) => sum + wh * (start + hourMs > nowMs ? 1 : Math.min(1, (toMs - start) / hourMs)),
        0,
      );
  const wh = between(midnightMs - dayMs, nowMs - dayMs);
  return wh < comparableWh ? undefined : ((between(midnightMs, nowMs) - wh) / wh) * 100;
}

/** Energy of the whole hours among the last 24, oldest first; undefined where none of them was measured. */
export function lastHours({ t, values }: History, nowMs: number): (number | null)[] | undefined {
  const whole = values.filter((_, at) => (t[at] ?? Infinity) + hourMs <= nowMs);
  return whole.some((value) => value !== null) ? whole : undefined;
}
