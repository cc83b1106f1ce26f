import { type LoadsSign, cutsBySigns, leastLowReadings, loadsSign } from "../energy-state/loads-sign.ts";

/** Power cuts of the past, told from groups of readings as ingest tells the present one. Pure. */

/** Aggregates of some readings by group. */
export interface ReadingGroups {
  /** Starts of the groups, epoch ms, rising. */
  t: readonly number[];
  stepMs: number;
  /** By metric; null: not measured in that group. */
  columns: ReadonlyMap<string, readonly (number | null)[]>;
}

export interface PowerCut {
  fromMs: number;
  /** Null: it has not ended. */
  toMs: number | null;
}

/**
 * Whether loads had power, by group: true cut, false supplied, undefined unknown. The columns are the greatest values of
 * each group (the last one of states), so that a group counts as cut when its loads had no power at any reading.
 */
export function cutGroups({ t, columns }: ReadingGroups, cutOffSoc: number): (boolean | undefined)[] {
  const signs = t.map((_, group) => loadsSign((metric) => columns.get(metric)?.[group] ?? undefined, cutOffSoc));
  return withoutPauses(cutsBySigns(signs), signs, columns.get(readingCount) ?? []);
}

/** Where only power and charge are measured, a cut is one that more than a reading or two have seen. */
function withoutPauses(
  isCut: readonly (boolean | undefined)[],
  signs: readonly (LoadsSign | undefined)[],
  counts: readonly (number | null)[],
): (boolean | undefined)[] {
  const result = [...isCut];
  for (let first = 0; first < isCut.length; first++) {
    if (isCut[first] !== true) continue;
    let end = first;
    let readings = 0;
    let isCertain = false;
    for (; end < isCut.length && isCut[end] !== false; end++) {
      isCertain ||= signs[end] === "cut";
      readings += isCut[end] ? (counts[end] ?? leastLowReadings) : 0;
    }
    if (!isCertain && readings < leastLowReadings) {
      for (let group = first; group < end; group++) result[group] &&= false;
    }
    first = end;
  }
  return result;
}

/** Joins neighbouring groups without power. An unknown group belongs to the cut where the next known one is without power too. */
export function joinCuts({ t, stepMs }: ReadingGroups, isCut: readonly (boolean | undefined)[]): PowerCut[] {
  const cuts: PowerCut[] = [];
  let open: PowerCut | undefined;
  let lastCutMs = 0;
  for (const [group, atMs] of t.entries()) {
    if (isCut[group] === true) {
      if (!open) cuts.push((open = { fromMs: atMs, toMs: null }));
      lastCutMs = atMs + stepMs;
    } else if (isCut[group] === false && open) {
      open.toMs = lastCutMs;
      open = undefined;
    }
  }
  return cuts;
}

const hourMs = 3_600_000;

/**
 * Energy that loads usually draw in the groups without power, Wh: the mean of the same hour of the day in groups with
 * power, or of all of them.
 * @param hourOf The local hour of the day, 0..23.
 * @param wanted Which groups count.
 * @returns undefined where no load was ever measured with power.
 */
export function unservedWh(
  { t, stepMs, columns }: ReadingGroups,
  isCut: readonly (boolean | undefined)[],
  hourOf: (atMs: number) => number,
  wanted: (atMs: number) => boolean,
): number | undefined {
  const loads = columns.get(meanLoad) ?? [];
  const byHour = Array.from({ length: 24 }, () => ({ sum: 0, count: 0 }));
  const all = { sum: 0, count: 0 };
  for (const [group, atMs] of t.entries()) {
    const load = loads[group];
    if (isCut[group] !== false || load === null || load === undefined) continue;
    for (const sum of [byHour[hourOf(atMs)] ?? all, all]) {
      sum.sum += Math.max(0, load);
      sum.count++;
    }
  }
  if (all.count === 0) return undefined;
  let missing = 0;
  for (const [group, atMs] of t.entries()) {
    if (isCut[group] !== true || !wanted(atMs)) continue;
    const usual = byHour[hourOf(atMs)];
    const mean = usual && usual.count > 0 ? usual : all;
    missing += (mean.sum / mean.count) * (stepMs / hourMs);
  }
  return missing;
}

/** The columns of mean loads, and of how many readings of it there are, beside those of `loadMetrics`. */
export const meanLoad = "load.power mean";
export const readingCount = "load.power count";
