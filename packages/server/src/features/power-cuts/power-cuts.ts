import type { Range } from "../../history/chart-range.ts";
import { gapPeriods, hourMs, isGap } from "../../history/energy/energy.ts";
import { lowLastsMs } from "@offgrid/contract/power-cuts/loads-sign";
import { type LoadsSign, cutsBySigns, leastLowReadings, loadsSign } from "@offgrid/contract/power-cuts/loads-sign";

/** Power cuts of the past, told from readings or groups of them as ingest tells the present one. Pure. */

/** Single readings, or aggregates of some by group. */
export interface ReadingGroups {
  /** Instants of the readings or starts of the groups, epoch ms, rising. */
  t: readonly number[];
  /** 0: single readings. */
  stepMs: number;
  /** By metric; null: not measured then. */
  columns: ReadonlyMap<string, readonly (number | null)[]>;
}

/** A time in which it is known whether the loads had power. */
export interface Stretch extends Range {
  isCut: boolean;
}

export interface PowerCut {
  fromMs: number;
  /** Null: it has not ended. */
  toMs: number | null;
}

/**
 * Whether loads had power, by reading or group: true cut, false supplied, undefined unknown. The columns are the greatest values of
 * each group (the last one of states), so that a group counts as cut when its loads had no power at any reading.
 */
export function cutGroups(groups: ReadingGroups, lowSoc: number): (boolean | undefined)[] {
  const { t, columns } = groups;
  const signs = t.map((_, group) => loadsSign((metric) => columns.get(metric)?.[group] ?? undefined, lowSoc));
  return withoutPauses(groups, cutsBySigns(signs), signs);
}

/** Where only power and charge are measured, a cut is one that lasts and that more than a reading or two have seen. */
function withoutPauses(
  { t, stepMs, columns }: ReadingGroups,
  isCut: readonly (boolean | undefined)[],
  signs: readonly (LoadsSign | undefined)[],
): (boolean | undefined)[] {
  const result = [...isCut];
  const counts = columns.get(readingCount);
  const readingsIn = (group: number) => (stepMs === 0 ? 1 : (counts?.[group] ?? leastLowReadings));
  for (let first = 0; first < isCut.length; first++) {
    if (isCut[first] !== true) continue;
    let end = first;
    let readings = 0;
    let lastsMs = 0;
    let isCertain = false;
    for (; end < isCut.length && isCut[end] !== false; end++) {
      isCertain ||= signs[end] === "cut";
      if (!isCut[end]) continue;
      readings += readingsIn(end);
      lastsMs = (t[end] as number) + stepMs - (t[first] as number);
    }
    if (!isCertain && (readings < leastLowReadings || lastsMs < lowLastsMs)) {
      for (let group = first; group < end; group++) result[group] &&= false;
    }
    first = end;
  }
  return result;
}

/**
 * What is known of the loads over time: what a reading or group shows lasts until the next one that shows anything, but
 * not across a gap, in which nothing is known.
 * @param declaredMs Time between two readings as the controller declares it.
 */
export function stretchesOf(
  { t, stepMs, columns }: ReadingGroups,
  isCut: readonly (boolean | undefined)[],
  declaredMs: number,
): Stretch[] {
  const known = t.flatMap((_, group) => (isCut[group] === undefined ? [] : group));
  const at = known.map((group) => t[group] as number);
  const counts = columns.get(readingCount);
  // Steps between groups tell how often there are readings only where no group holds more than one.
  const isSparse = (place: number) => stepMs === 0 || counts?.[known[place] as number] === 1;
  const goesOn = (place: number, lengthMs: number) =>
    lengthMs <= gapPeriods * declaredMs || (isSparse(place) && isSparse(place + 1) && !isGap(at, place, declaredMs));
  return at.map((fromMs, place) => {
    const next = at[place + 1];
    const ownEnd = fromMs + stepMs;
    const one = { fromMs, isCut: isCut[known[place] as number] === true };
    if (next === undefined) return { ...one, toMs: Math.max(ownEnd, fromMs + gapPeriods * declaredMs) };
    return { ...one, toMs: goesOn(place, next - fromMs) ? next : Math.min(ownEnd, next) };
  });
}

/** The parts of stretches that lie in a range. */
export function clipped(stretches: readonly Stretch[], range: Range): Stretch[] {
  return stretches
    .map(({ fromMs, toMs, isCut }) => ({
      fromMs: Math.max(fromMs, range.fromMs),
      toMs: Math.min(toMs, range.toMs),
      isCut,
    }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);
}

/** How long the stretches are together. */
export function lengthMs(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/**
 * Joins the stretches without power. An unknown time belongs to the cut where the next known one is without power too.
 * Cuts without a known moment in the range are left out.
 */
export function joinCuts(stretches: readonly Stretch[], range: Range): PowerCut[] {
  const cuts: PowerCut[] = [];
  let began: number | undefined;
  let lastCutMs = 0;
  let isWithin = false;
  const close = (toMs: number | null) => {
    if (began !== undefined && isWithin) cuts.push({ fromMs: Math.max(began, range.fromMs), toMs });
    began = undefined;
    isWithin = false;
  };
  for (const stretch of stretches) {
    if (stretch.isCut) {
      began ??= stretch.fromMs;
      lastCutMs = stretch.toMs;
      isWithin ||= clipped([stretch], range).length > 0;
    } else close(lastCutMs > range.toMs ? null : lastCutMs);
  }
  close(null);
  return cuts;
}

/** All local hours of the world begin at one of these. */
const quarterMs = hourMs / 4;

/** By the clocks of a container. */
export interface LocalClocks {
  /** The hour of the day, 0..23. */
  hourOf(atMs: number): number;
  /** The day that holds an instant. */
  dayOf(atMs: number): { startMs: number; endMs: number };
}

/** What is usual is learned from so long before a day. */
export const learnedMs = 28 * 24 * hourMs;

/**
 * Energy that loads usually draw in the stretches without power, Wh: the mean of the same hour of the day in groups with
 * power, or of all of them. Each local day goes by the weeks before it, so that a day that is over keeps its figure; one
 * with nothing before it by itself.
 * @returns undefined where no load was ever measured with power.
 */
export function unservedWh(
  stretches: readonly Stretch[],
  groups: ReadingGroups,
  isCut: readonly (boolean | undefined)[],
  { hourOf, dayOf }: LocalClocks,
): number | undefined {
  const usualOf = (range: Range) => usualLoad(groups, isCut, hourOf, range);
  const ever = { fromMs: -Infinity, toMs: Infinity };
  if (!usualOf(ever)) return undefined;
  const byDay = new Map<number, HourlyLoad | undefined>();
  const usualAt = (atMs: number) => {
    const { startMs, endMs } = dayOf(atMs);
    if (!byDay.has(startMs)) {
      const before = usualOf({ fromMs: startMs - learnedMs, toMs: startMs });
      byDay.set(startMs, before ?? usualOf({ fromMs: startMs, toMs: endMs }) ?? usualOf(ever));
    }
    return byDay.get(startMs)?.(hourOf(atMs)) ?? 0;
  };
  let missing = 0;
  for (const { fromMs, toMs, isCut: isDark } of stretches) {
    for (let atMs = fromMs; isDark && atMs < toMs;) {
      const endMs = Math.min(toMs, (Math.floor(atMs / quarterMs) + 1) * quarterMs);
      missing += usualAt(atMs) * ((endMs - atMs) / hourMs);
      atMs = endMs;
    }
  }
  return missing;
}

/** What loads draw in an hour of the day, W. */
type HourlyLoad = (hour: number) => number;

/** The mean of the groups with power that begin in a range; undefined: there is none. */
function usualLoad(
  { t, columns }: ReadingGroups,
  isCut: readonly (boolean | undefined)[],
  hourOf: LocalClocks["hourOf"],
  { fromMs, toMs }: Range,
): HourlyLoad | undefined {
  const loads = columns.get(meanLoad) ?? [];
  const byHour = Array.from({ length: 24 }, () => ({ sum: 0, count: 0 }));
  const all = { sum: 0, count: 0 };
  for (const [group, atMs] of t.entries()) {
    const load = loads[group];
    if (atMs < fromMs || atMs >= toMs || isCut[group] !== false || load === null || load === undefined) continue;
    for (const sum of [byHour[hourOf(atMs)] ?? all, all]) {
      sum.sum += Math.max(0, load);
      sum.count++;
    }
  }
  if (all.count === 0) return undefined;
  return (hour) => {
    const usual = byHour[hour];
    const mean = usual && usual.count > 0 ? usual : all;
    return mean.sum / mean.count;
  };
}

/** The columns of mean loads, and of how many readings of it there are, beside those of `loadMetrics`. */
export const meanLoad = "load.power mean";
export const readingCount = "load.power count";
