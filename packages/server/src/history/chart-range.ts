import { pointsPerSeries, rollingMs, toEpochMs } from "@offgrid/contract/core/constants";
import { longestRangeMs } from "@offgrid/contract/charts/chart-limits";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { ChartGroup, ChartPeriod } from "@offgrid/contract/charts/charts.schema";

import { type ZoneGroup, groupEdges, localDate, startOfLocalDay } from "@offgrid/contract/core/zone-time";

/** A range that includes `fromMs` and excludes `toMs`. */
export interface Range {
  fromMs: number;
  toMs: number;
}

interface Question {
  period?: ChartPeriod | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** The times that a date of four digits, a database and a spreadsheet can have. */
const [earliestMs, latestMs] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31)];
const smallestGroupMs: Record<ZoneGroup, number> = {
  "15m": 15 * 60_000,
  hour: 3_600_000,
  day: 23 * 3_600_000,
  week: 7 * 23 * 3_600_000,
  month: 28 * 23 * 3_600_000,
  year: 365 * 23 * 3_600_000,
};

/**
 * The range that a request means. day, week, month and year are the last 86,400 s, 7, 30 and 365 days up to now; 7_days
 * and 30_days are local days including today; begin_of_... runs from that beginning until now.
 * @throws Refusal("bad_input") when a custom range lacks an end, is empty, is longer than twenty years, or lies outside the
 * years 1000 to 9999.
 */
export function rangeOf({ period, from, to }: Question, nowMs: number, zone: string): Range {
  if (period !== undefined && period !== "custom") return named(period, nowMs, zone);
  if (from === undefined) throw new Refusal("bad_input", { fields: { from: "Give a period, or from and to." } });
  const range = { fromMs: toEpochMs(from), toMs: to === undefined ? nowMs : toEpochMs(to) };
  if (!Number.isFinite(range.fromMs) || !Number.isFinite(range.toMs) || range.fromMs >= range.toMs) {
    throw new Refusal("bad_input", { fields: { to: "The end must be after the beginning." } });
  }
  if (range.toMs - range.fromMs > longestRangeMs) {
    throw new Refusal("bad_input", { fields: { from: "Ask for at most 20 years." } });
  }
  if (range.fromMs < earliestMs || range.toMs > latestMs) {
    throw new Refusal("bad_input", { fields: { from: "Give times between the years 1000 and 9999." } });
  }
  return range;
}

function named(period: Exclude<ChartPeriod, "custom">, nowMs: number, zone: string): Range {
  const today = localDate(zone, nowMs);
  const day = (back: number) => startOfLocalDay(zone, { ...today, day: today.day - back });
  const weekday = (new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay() + 6) % 7;
  const until = (fromMs: number): Range => ({ fromMs, toMs: Math.max(nowMs, fromMs + 1) });
  switch (period) {
    case "today":
    case "begin_of_day":
      return until(day(0));
    case "yesterday":
      return { fromMs: day(1), toMs: day(0) };
    case "day":
    case "week":
    case "month":
    case "year":
      return until(nowMs - rollingMs[period]);
    case "7_days":
      return until(day(6));
    case "30_days":
      return until(day(29));
    case "begin_of_week":
      return until(day(weekday));
    case "begin_of_month":
      return until(startOfLocalDay(zone, { ...today, day: 1 }));
    case "begin_of_year":
      return until(startOfLocalDay(zone, { year: today.year, month: 1, day: 1 }));
  }
}

/** Groups of a chart: n + 1 rising edges, and the beginnings of the n groups. Frozen, since they are shared. */
export interface Groups {
  edges: readonly number[];
  t: readonly number[];
}

/** The groups asked for most recently, the least recently used first; at most some ten MB. */
const madeGroups = new Map<string, Groups>();
const mostMadeGroups = 64;

/**
 * The groups that cover a range.
 * @throws Refusal("bad_input") with a hint when that would be more points than a series may have.
 */
export function boundedGroups(range: Range, group: ZoneGroup, zone: string): Groups {
  if ((range.toMs - range.fromMs) / smallestGroupMs[group] > pointsPerSeries + 1) throw tooManyPoints();
  const groups = groupsOf(range, group, zone);
  if (groups.t.length > pointsPerSeries) throw tooManyPoints();
  return groups;
}

/** Groups depend on nothing but these three, so those made for one request are right for the next. */
function groupsOf({ fromMs, toMs }: Range, group: ZoneGroup, zone: string): Groups {
  const [start = fromMs] = groupEdges(fromMs, fromMs, group, zone);
  const key = `${zone} ${group} ${start}`;
  const made = madeGroups.get(key);
  madeGroups.delete(key);
  const [last = 0, end = 0] = made?.edges.slice(-2) ?? [];
  if (made && last < toMs && toMs <= end) {
    madeGroups.set(key, made);
    return made;
  }
  const edges = Object.freeze(groupEdges(fromMs, toMs, group, zone));
  const groups = { edges, t: Object.freeze(edges.slice(0, -1)) };
  madeGroups.set(key, groups);
  for (const [oldest] of madeGroups) {
    if (madeGroups.size <= mostMadeGroups) break;
    madeGroups.delete(oldest);
  }
  return groups;
}

/** Edges of local hours that cover the same groups; groups finer than an hour keep their own edges. */
export function hourEdges(range: Range, edges: readonly number[], zone: string): readonly number[] {
  const [first = range.fromMs, second = range.toMs] = edges;
  if (second - first < smallestGroupMs.hour) return edges;
  return groupsOf({ fromMs: first, toMs: edges.at(-1) ?? range.toMs }, "hour", zone).edges;
}

export function tooManyPoints(): Refusal {
  const hint = `More than ${pointsPerSeries} points; choose a coarser group or a shorter range.`;
  return new Refusal("bad_input", { fields: { groupBy: hint } });
}

/** Was a chart refused since it would have more points than a series may have? */
export function isTooManyPoints(error: unknown): boolean {
  return error instanceof Refusal && error.code === "bad_input" && error.fields?.["groupBy"] !== undefined;
}

/** Groups that need edges; raw has none. */
export function isZoneGroup(group: ChartGroup): group is ZoneGroup {
  return group !== "raw";
}
