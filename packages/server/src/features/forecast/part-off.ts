import { type HourOfWeek, type Hourly, learnLoad } from "./load-model.ts";

/** A part of the loads that is switched off: what it would draw, so that a forecast need not count it. Pure. */

/** A part of the loads that is off now. */
export interface PartOff {
  /** Its share of the load of each hour of the forecast, 0..1. */
  share: readonly number[];
  /** Charge from which it has power again, percent; undefined: nobody knows, so it stays off. */
  backPercent: number | undefined;
}

export interface FoundPart {
  /** How what it draws is known; unknown: not at all, so it is counted as if it were on. */
  from: "meter" | "change" | "unknown";
  /** It is known by a change that was measured for less than an hour: less of it is taken off than it seems. */
  isEarly?: boolean;
  off: PartOff;
}

/** Readings in the order of time; null: not measured then. */
export interface SwitchedReadings {
  atMs: readonly number[];
  /** What all loads draw. */
  loadW: readonly (number | null)[];
  /** Of each switch that is open now: on (not 0) or off. */
  switches: readonly (readonly (number | null)[])[];
}

/** So long before it was switched off, the load tells what all of it draws, and as long until now, what the rest does. */
const hourMs = 3_600_000;
/** A mean of fewer readings, or of a shorter time, is the chance of one compressor. */
const fewestReadings = 3;
const shortestMs = 2 * 60_000;

/** What is known of a part that is off from what was drawn before and since. */
export interface TakenOff {
  /** Its share of what is usual, 0..1. */
  share: number;
  /** What the rest lately drew, W. */
  restW: number;
  /** For how much of an hour that was measured, 0..1. */
  measured: number;
}

/**
 * What some open switches have taken off: how the load relates to the usual one since all of them are open, against the last
 * hour in which all were closed.
 * @param usualW What is usual at an instant, W.
 * @returns undefined: too little was measured since.
 */
export function takenOff(readings: SwitchedReadings, usualW: (atMs: number) => number): TakenOff | undefined {
  const states = switchStates(readings);
  const lastMixed = states.findLastIndex((state) => state !== "open");
  const lastClosed = states.findLastIndex((state) => state === "closed");
  const closedMs = readings.atMs[lastClosed] ?? 0;
  const isBefore = (atMs: number, place: number) =>
    place <= lastClosed && states[place] === "closed" && atMs > closedMs - hourMs;
  const since = ofUsual(readings, usualW, (_atMs, place) => place > lastMixed);
  if (since === undefined) return undefined;
  // Where the beginning lies too far back, the usual load stands for what was drawn before.
  const before = ofUsual(readings, usualW, isBefore) ?? 1;
  if (before <= 0) return undefined;
  const latelyMs = (readings.atMs.at(-1) ?? 0) - hourMs;
  const lately = readings.loadW.filter(
    (watt, place) => watt !== null && place > lastMixed && (readings.atMs[place] as number) > latelyMs,
  ) as number[];
  // Where all of them are older, what was drawn lately is not known.
  const restW = lately.length === 0 ? 0 : lately.reduce((sum, watt) => sum + watt, 0) / lately.length;
  const lastedMs = (readings.atMs.at(-1) ?? 0) - (readings.atMs[lastMixed + 1] ?? 0);
  return { share: Math.min(1, Math.max(0, 1 - since / before)), restW, measured: Math.min(1, lastedMs / hourMs) };
}

/**
 * The share that is off of the load of each hour. A part of the usual is not all that is left: a cold room that stays on draws
 * as much in the night, when its share of the usual would be next to nothing. So the rest draws no less than it does now.
 * Its compressors may pause for half an hour, so that what is off is taken off little by little, all of it after an hour.
 * @param loadW What all loads are expected to draw, W.
 */
export function shareByHour({ share, restW, measured }: TakenOff, loadW: readonly number[]): number[] {
  return loadW.map((watt) => measured * (watt > 0 ? Math.min(share, Math.max(0, 1 - restW / watt)) : share));
}

/** Whether all of these switches are open at each instant, or all closed; a state stays until another is read. */
function switchStates({ atMs, switches }: SwitchedReadings): ("open" | "closed" | undefined)[] {
  const last: (number | null)[] = switches.map(() => null);
  return atMs.map((_, place) => {
    for (const [index, column] of switches.entries()) last[index] = column[place] ?? last[index] ?? null;
    if (last.every((on) => on === 0)) return "open";
    return last.every((on) => on !== null && on !== 0) ? "closed" : undefined;
  });
}

/** What was drawn at some instants, as a part of what is usual then. */
function ofUsual(
  { atMs, loadW }: SwitchedReadings,
  usualW: (atMs: number) => number,
  isMeant: (atMs: number, place: number) => boolean,
): number | undefined {
  const places = atMs.flatMap((at, place) => (isMeant(at, place) && typeof loadW[place] === "number" ? [place] : []));
  const [first, last] = [atMs[places[0] ?? -1], atMs[places.at(-1) ?? -1]];
  if (places.length < fewestReadings || first === undefined || last === undefined || last - first < shortestMs)
    return undefined;
  const sums = { drawn: 0, usual: 0 };
  for (const place of places) {
    sums.drawn += loadW[place] as number;
    sums.usual += usualW(atMs[place] as number);
  }
  return sums.usual > 0 ? sums.drawn / sums.usual : undefined;
}

/** The share that a meter of its own has of the load in each hour of the week, 0..1; undefined: it measured nothing. */
export function meteredShare(metered: Hourly, load: Hourly, hourOfWeek: HourOfWeek): number[] | undefined {
  // Hours in which loads were shed say nothing of what is wanted.
  const values = Float64Array.from(metered.values, (watt, hour) =>
    Number.isNaN(load.values[hour] ?? NaN) ? NaN : watt,
  );
  if (values.every((watt) => Number.isNaN(watt))) return undefined;
  const whole = learnLoad(load, hourOfWeek).byHour;
  const part = learnLoad({ fromMs: metered.fromMs, values }, hourOfWeek).byHour;
  return whole.map((watt, hour) => (watt > 0 ? Math.min(1, Math.max(0, (part[hour] ?? 0) / watt)) : 0));
}
