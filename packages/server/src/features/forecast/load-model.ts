import { hourMs, quantile } from "./solar-model.ts";

/** What a container draws, learned from its last weeks by hour of the week. Pure. */

export const hoursPerWeek = 168;

/** Hourly measurements. */
export interface Hourly {
  /** Start of the first hour, a full one in UTC. */
  fromMs: number;
  /** Means of the hours; NaN: not measured. */
  values: ArrayLike<number>;
}

export interface LoadModel {
  /** Expected mean of an hour of the week, W. */
  byHour: readonly number[];
  /** Local days of which at least half was measured. */
  days: number;
}

/** The local hour of the week at an instant, 0..167 from Monday; a zone half an hour off rounds down. */
export type HourOfWeek = (atMs: number) => number;

/** Half-life: an hour this much older weighs half. */
const halfLifeMs = 7 * 24 * hourMs;
/** The weight of any day beside the same weekday: a month has few of each. */
const commonWeight = 1;
/** Outliers beyond this are clipped to it: a party is no habit. */
const [lowPart, highPart] = [0.1, 0.9];
const fewestHoursOfDay = 12;

/**
 * Learns the usual load: for each hour of the week a mean of the measured ones, younger ones weighing more, drawn towards
 * the mean of that hour on any day. Hours that were never measured at a container are the mean of all.
 */
export function learnLoad({ fromMs, values }: Hourly, hourOfWeek: HourOfWeek): LoadModel {
  const byDayHour: number[][] = Array.from({ length: 24 }, () => []);
  const days = new Map<number, number>();
  const found: { hour: number; value: number; weight: number }[] = [];
  const endMs = fromMs + values.length * hourMs;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    if (Number.isNaN(value)) continue;
    const atMs = fromMs + index * hourMs;
    const hour = hourOfWeek(atMs);
    (byDayHour[hour % 24] as number[]).push(value);
    found.push({ hour, value, weight: 0.5 ** ((endMs - atMs) / halfLifeMs) });
    // Whole days of the container, counted from its local midnight.
    const day = Math.floor(atMs / hourMs) - (hour % 24);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const bounds = byDayHour.map((hours) => [quantile(hours, lowPart), quantile(hours, highPart)] as const);
  const ofWeek = sums(hoursPerWeek);
  const ofDay = sums(24);
  const ofAll = sums(1);
  for (const { hour, value, weight } of found) {
    const [low, high] = bounds[hour % 24] as readonly [number, number];
    const usual = Math.min(high, Math.max(low, value));
    for (const [sum, place] of [
      [ofWeek, hour],
      [ofDay, hour % 24],
      [ofAll, 0],
    ] as const) {
      sum.total[place] = (sum.total[place] as number) + weight * usual;
      sum.weight[place] = (sum.weight[place] as number) + weight;
    }
  }
  const all = ratio(ofAll, 0) ?? 0;
  const byHour = Array.from({ length: hoursPerWeek }, (_, hour) => {
    const common = ratio(ofDay, hour % 24) ?? all;
    const weight = ofWeek.weight[hour] as number;
    return ((ofWeek.total[hour] as number) + commonWeight * common) / (weight + commonWeight);
  });
  return { byHour, days: [...days.values()].filter((hours) => hours >= fewestHoursOfDay).length };
}

/** How much of the last day's deviation from the usual is expected to last. */
const lastingPart = 0.7;
const [leastLevel, mostLevel] = [0.5, 2];

/**
 * What it is expected to draw in the hours from `fromMs` on: the usual load, most of the way to the level of the
 * last 24 hours.
 * @returns W, one per hour.
 */
export function expectLoad(
  model: LoadModel,
  history: Hourly,
  hourOfWeek: HourOfWeek,
  fromMs: number,
  hours: number,
): number[] {
  let [measured, usual] = [0, 0];
  for (let atMs = fromMs - 24 * hourMs; atMs < fromMs; atMs += hourMs) {
    const value = valueAt(history, atMs);
    if (Number.isNaN(value)) continue;
    measured += value;
    usual += model.byHour[hourOfWeek(atMs)] as number;
  }
  const level = usual > 0 ? Math.min(mostLevel, Math.max(leastLevel, measured / usual)) : 1;
  const factor = 1 + lastingPart * (level - 1);
  return Array.from(
    { length: hours },
    (_, index) => factor * (model.byHour[hourOfWeek(fromMs + index * hourMs)] as number),
  );
}

/**
 * How past days deviated from the usual, as profiles that the next hours may follow: one per day that began two or more
 * days ago at this time of day. They keep correlations: a day with a higher load was higher for hours.
 * @returns W above (or, negative, below) the expected, `hours` values per profile; 0 for an hour that was not measured.
 */
export function pastDeviations(
  model: LoadModel,
  history: Hourly,
  hourOfWeek: HourOfWeek,
  fromMs: number,
  hours: number,
): number[][] {
  const profiles: number[][] = [];
  const mostDays = Math.floor((fromMs - history.fromMs) / (24 * hourMs));
  for (let day = Math.ceil(hours / 24); day <= mostDays; day++) {
    let known = 0;
    const profile = Array.from({ length: hours }, (_, index) => {
      const atMs = fromMs - day * 24 * hourMs + index * hourMs;
      const value = valueAt(history, atMs);
      if (Number.isNaN(value)) return 0;
      known++;
      return value - (model.byHour[hourOfWeek(atMs)] as number);
    });
    if (known >= hours / 2) profiles.push(profile);
  }
  return profiles;
}

export function valueAt({ fromMs, values }: Hourly, atMs: number): number {
  return (values[Math.floor((atMs - fromMs) / hourMs)] as number | undefined) ?? Number.NaN;
}

/** The mean of what was measured; 0 of nothing. */
export function meanOf({ values }: Hourly): number {
  const known = Array.from(values).filter((value) => !Number.isNaN(value));
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function sums(length: number) {
  return { total: new Float64Array(length), weight: new Float64Array(length) };
}

function ratio({ total, weight }: ReturnType<typeof sums>, place: number): number | undefined {
  const divisor = weight[place] as number;
  return divisor > 0 ? (total[place] as number) / divisor : undefined;
}
