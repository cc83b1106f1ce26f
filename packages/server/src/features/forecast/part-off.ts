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
  /** It is known by a change of less than an hour that its switches do not explain: less of it is taken off than it seems. */
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
/** What is read within so long before and after a switch was opened shows what that alone took off. */
const besideMs = 5 * 60_000;
/** Meter and switch are not read at one instant: the load may fall so long after the switch reads open. */
const fallsWithinMs = 60_000;
/** Where the last reading before and the first one after lie further apart, other things were switched, too. */
const longestSwitchingMs = 10 * 60_000;
/** What fell as the switches were opened must be this share of all that is drawn less since, or something else pauses. */
const explained = 0.8;

/** What is known of a part that is off from what was drawn before and since. */
export interface TakenOff {
  /** Its share of what is usual, 0..1. */
  share: number;
  /** What the rest lately drew, W. */
  restW: number;
  /** How much of that is taken off of the load, 0..1. */
  weight: number;
  /** It was measured for less than an hour, and what fell as the switches were opened does not explain it. */
  isEarly: boolean;
}

/**
 * What some open switches have taken off: how the load relates to the usual one since all of them are open, against the last
 * hour in which all were closed. Until that was measured for an hour, what fell just as they were opened says more: that is
 * theirs, while what fell later may be a pause of what is left on.
 * @param usualW What is usual at an instant, W.
 * @returns undefined: too little was measured since.
 */
export function takenOff(readings: SwitchedReadings, usualW: (atMs: number) => number): TakenOff | undefined {
  const states = switchStates(readings);
  const lastMixed = states.findLastIndex((state) => state !== "open");
  const lastClosed = states.findLastIndex((state) => state === "closed");
  const firstOpen = lastMixed + 1;
  const closedMs = timeAt(readings, lastClosed);
  const fallenMs = timeAt(readings, firstOpen) + fallsWithinMs;
  const isBefore = (atMs: number, place: number) =>
    place <= lastClosed && states[place] === "closed" && atMs > closedMs - hourMs;
  const isSince = (atMs: number, place: number) => place >= firstOpen && atMs >= fallenMs;
  const since = ofUsual(readings, usualW, isSince, timeAt(readings, firstOpen));
  if (since === undefined) return undefined;
  // Where the beginning lies too far back, the usual load stands for what was drawn before.
  const before = ofUsual(readings, usualW, isBefore) ?? 1;
  if (before <= 0) return undefined;
  const latelyMs = (readings.atMs.at(-1) ?? 0) - hourMs;
  const loadOf = (isMeant: (atMs: number, place: number) => boolean) =>
    numbers(readings.loadW.filter((_, place) => isMeant(timeAt(readings, place), place)));
  const lately = loadOf((atMs, place) => isSince(atMs, place) && atMs > latelyMs);
  // Where all of them are older, what was drawn lately is not known.
  const restW = meanOf(lately) ?? 0;
  const measured = Math.min(1, ((readings.atMs.at(-1) ?? 0) - timeAt(readings, firstOpen)) / hourMs);
  const share = shareOf(1 - since / before);
  const beforeW = meanOf(loadOf(isBefore));
  const fellW = fallOf(readings, lastClosed, firstOpen);
  if (measured === 1 || fellW === undefined || beforeW === undefined || beforeW <= 0)
    return { share, restW, weight: measured, isEarly: measured < 1 };
  const fell = shareOf(fellW / beforeW);
  const eased = (first: number, later: number) => (1 - measured) * first + measured * later;
  return {
    share: Math.min(share, eased(fell, share)),
    restW: Math.max(restW, eased(beforeW * (1 - fell), restW)),
    weight: 1,
    isEarly: fell < explained * share,
  };
}

/**
 * By how much the load fell as some switches were opened, W; undefined: it was not measured right before or right after.
 * @param lastClosed Place of the last reading in which all of them were closed.
 * @param firstOpen Place of the first of all since they are open.
 */
function fallOf(readings: SwitchedReadings, lastClosed: number, firstOpen: number): number | undefined {
  const [closedMs, openMs] = [timeAt(readings, lastClosed), timeAt(readings, firstOpen)];
  if (lastClosed < 0 || openMs - closedMs > longestSwitchingMs) return undefined;
  const within = (fromMs: number, toMs: number) =>
    numbers(readings.loadW.filter((_, place) => timeAt(readings, place) >= fromMs && timeAt(readings, place) <= toMs));
  const before = meanOf(within(closedMs - besideMs, closedMs));
  const after = within(openMs + fallsWithinMs, openMs + besideMs);
  // What is left on may pause within these minutes, so its most is what it draws.
  return before === undefined || after.length === 0 ? undefined : before - Math.max(...after);
}

function timeAt({ atMs }: SwitchedReadings, place: number): number {
  return atMs[place] ?? 0;
}

function numbers(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shareOf(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * The share that is off of the load of each hour. A part of the usual is not all that is left: a cold room that stays on draws
 * as much in the night, when its share of the usual would be next to nothing. So the rest draws no less than it does now.
 * Its compressors may pause for half an hour: where nothing tells a pause from what was switched off, that is taken off little
 * by little, all of it after an hour.
 * @param loadW What all loads are expected to draw, W.
 */
export function shareByHour({ share, restW, weight }: TakenOff, loadW: readonly number[]): number[] {
  return loadW.map((watt) => weight * (watt > 0 ? Math.min(share, Math.max(0, 1 - restW / watt)) : share));
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

/**
 * What was drawn at some instants, as a part of what is usual then.
 * @param fromMs Since when that lasts, where its first minute does not count; left out: since the first of these instants.
 */
function ofUsual(
  { atMs, loadW }: SwitchedReadings,
  usualW: (atMs: number) => number,
  isMeant: (atMs: number, place: number) => boolean,
  fromMs?: number,
): number | undefined {
  const places = atMs.flatMap((at, place) => (isMeant(at, place) && typeof loadW[place] === "number" ? [place] : []));
  const [first, last] = [atMs[places[0] ?? -1], atMs[places.at(-1) ?? -1]];
  if (
    places.length < fewestReadings ||
    first === undefined ||
    last === undefined ||
    last - (fromMs ?? first) < shortestMs
  )
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
