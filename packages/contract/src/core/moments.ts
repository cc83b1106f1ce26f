/** Times of a day at a place: by its clocks, or by its sun. Pure. */
import { sunPosition, sunsetElevationDeg } from "./sun.ts";
import { sunTimes } from "./sun-times.ts";
import { type LocalDate, localDate, localInstant, offsetMs, startOfLocalDay } from "./zone-time.ts";

/** Where a container stands. Without a position its sun is not known. */
export interface Place {
  /** IANA name, such as Africa/Nairobi. */
  zoneName: string;
  /** Positive north. */
  latitudeDeg?: number | undefined;
  /** Positive east. */
  longitudeDeg?: number | undefined;
}

/** A time of day. It comes once a day, or not at all where the sun does not rise or set. */
export type Moment =
  /** As clocks show it: 18:30. */
  | { time: string }
  /** Before the sun rises or sets where `offsetMinutes` is negative. */
  | { sun: "sunrise" | "sunset"; offsetMinutes?: number | undefined };

/** A moment of the sun is at most so far from its rise or set. */
export const mostOffsetMinutes = 360;

const minuteMs = 60_000;

/** Hours and minutes as clocks show them, 00:00 to 23:59. */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** @param time As `clockTime` has it. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Of a local day, which may overflow; undefined: the sun does not rise or set then, or the place has no position. */
export function momentOn(moment: Moment, place: Place, date: LocalDate): number | undefined {
  if ("time" in moment) return localInstant(place.zoneName, date, minutesOf(moment.time));
  const { riseMs, setMs } = sunOn(place, date);
  const sunMs = moment.sun === "sunrise" ? riseMs : setMs;
  return sunMs === undefined ? undefined : sunMs + (moment.offsetMinutes ?? 0) * minuteMs;
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf({ year, month, day }: LocalDate): number {
  return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1;
}

/** The local day that is so many days after that of an instant. */
export function dayFrom(place: Place, atMs: number, days: number): LocalDate {
  const { year, month, day } = localDate(place.zoneName, atMs);
  const shifted = new Date(Date.UTC(year, month - 1, day + days));
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() };
}

/** Undefined: the place has no position. */
export function isSunUp({ latitudeDeg, longitudeDeg }: Place, atMs: number): boolean | undefined {
  if (latitudeDeg === undefined || longitudeDeg === undefined) return undefined;
  return sunPosition(atMs, latitudeDeg, longitudeDeg).elevationDeg > sunsetElevationDeg;
}

/**
 * Is it between two moments, the first included? A span may pass midnight. Where the sun does not rise or set on a day, it is
 * between sunset and sunrise when the sun is down.
 * @param days Weekdays on which the span may begin; left out: all.
 * @returns undefined where it cannot be told: the place has no position.
 */
export function isBetween(
  from: Moment,
  to: Moment,
  days: readonly number[] | undefined,
  place: Place,
  atMs: number,
): boolean | undefined {
  if ("time" in from && "time" in to && days === undefined) return isClockBetween(from.time, to.time, place, atMs);
  let isKnown = true;
  // A moment of the sun may be on the day before or after its own.
  for (const shift of [-1, 0, 1]) {
    const date = dayFrom(place, atMs, shift);
    const fromMs = momentOn(from, place, date);
    const toMs = fromMs === undefined ? undefined : nextAfter(to, place, date, fromMs);
    if (fromMs === undefined || toMs === undefined) isKnown &&= shift !== 0;
    else if (fromMs <= atMs && atMs < toMs && (days?.includes(weekdayOf(date)) ?? true)) return true;
  }
  if (isKnown) return false;
  const isUp = isSunUp(place, atMs);
  if (isUp === undefined || !("sun" in from) || !("sun" in to)) return undefined;
  return from.sun === "sunrise" ? isUp : !isUp;
}

/** Much faster than by instants; both agree but in the hour that comes twice. */
function isClockBetween(from: string, to: string, { zoneName }: Place, atMs: number): boolean {
  const local = atMs + offsetMs(zoneName, atMs);
  const minute = Math.floor(local / minuteMs) - Math.floor(local / 86_400_000) * 1_440;
  const [first, last] = [minutesOf(from), minutesOf(to)];
  return first <= last ? first <= minute && minute < last : first <= minute || minute < last;
}

function nextAfter(moment: Moment, place: Place, date: LocalDate, afterMs: number): number | undefined {
  for (const ahead of [0, 1]) {
    const atMs = momentOn(moment, place, { ...date, day: date.day + ahead });
    if (atMs !== undefined && atMs > afterMs) return atMs;
  }
  return undefined;
}

/** The first time after an instant that the moment comes, within two days. */
export function nextMoment(moment: Moment, place: Place, afterMs: number): number | undefined {
  for (const shift of [-1, 0, 1, 2]) {
    const atMs = momentOn(moment, place, dayFrom(place, afterMs, shift));
    if (atMs !== undefined && atMs > afterMs) return atMs;
  }
  return undefined;
}

/** The last time that the moment came in a span, its end included; undefined: it did not. */
export function lastMoment(
  moment: Moment,
  days: readonly number[] | undefined,
  place: Place,
  { afterMs, untilMs }: { afterMs: number; untilMs: number },
): number | undefined {
  for (const shift of [1, 0, -1]) {
    const date = dayFrom(place, untilMs, shift);
    const atMs = momentOn(moment, place, date);
    if (atMs === undefined || atMs > untilMs || !(days?.includes(weekdayOf(date)) ?? true)) continue;
    return atMs > afterMs ? atMs : undefined;
  }
  return undefined;
}

interface SunDay {
  riseMs: number | undefined;
  setMs: number | undefined;
}

/** By place and day: rules ask for the same few days at each frame, and one takes a thousand positions of the sun. */
const sunDays = new Map<string, SunDay>();
const mostSunDays = 1_000;

function sunOn({ zoneName, latitudeDeg, longitudeDeg }: Place, date: LocalDate): SunDay {
  if (latitudeDeg === undefined || longitudeDeg === undefined) return { riseMs: undefined, setMs: undefined };
  const key = [zoneName, latitudeDeg, longitudeDeg, date.year, date.month, date.day].join(" ");
  const known = sunDays.get(key);
  if (known) return known;
  const endMs = startOfLocalDay(zoneName, { ...date, day: date.day + 1 });
  const found = sunTimes(startOfLocalDay(zoneName, date), endMs, latitudeDeg, longitudeDeg);
  if (sunDays.size >= mostSunDays) sunDays.clear();
  sunDays.set(key, found);
  return found;
}
