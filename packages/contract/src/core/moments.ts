/** Times of a day at a place: by its clocks, or by its sun. Pure. */
import { sunPosition, sunsetElevationDeg } from "./sun.ts";
import { type SunEvent, sunEvents } from "./sun-times.ts";
import { type LocalDate, localDate, localInstant, offsetMs } from "./zone-time.ts";

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
const dayMs = 86_400_000;

/** Hours and minutes as clocks show them, 00:00 to 23:59. */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** @param time As `clockTime` has it. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** 1 is Monday, 7 is Sunday; the day may overflow its month. */
function weekdayOf({ year, month, day }: LocalDate): number {
  return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1;
}

/** Undefined: the place has no position. */
export function isSunUp({ latitudeDeg, longitudeDeg }: Place, atMs: number): boolean | undefined {
  if (latitudeDeg === undefined || longitudeDeg === undefined) return undefined;
  return sunPosition(atMs, latitudeDeg, longitudeDeg).elevationDeg > sunsetElevationDeg;
}

/** From after an instant to another, the last included; epoch ms. */
export interface MomentSpan {
  afterMs: number;
  untilMs: number;
}

interface MomentOptions {
  /** Local weekdays on which it may come; left out: all. What comes before or after the sun belongs to the day of the sun. */
  days?: readonly number[] | undefined;
  /**
   * Where the sun does not rise, it counts as set at noon, and where it does not set, as risen at noon: who asks for a state
   * needs one in polar nights too. Left out: such moments do not come.
   */
  withStandIns?: boolean;
}

/** Every time that a moment comes in a span, in order; none where it is one of the sun and the place has no position. */
export function momentsIn(moment: Moment, place: Place, span: MomentSpan, options: MomentOptions = {}): number[] {
  return "time" in moment ? clockMoments(moment, place, span, options) : sunMoments(moment, place, span, options);
}

type ClockMoment = Extract<Moment, { time: string }>;
type SunMoment = Exclude<Moment, ClockMoment>;

function clockMoments({ time }: ClockMoment, place: Place, { afterMs, untilMs }: MomentSpan, { days }: MomentOptions) {
  const found: number[] = [];
  const first = localDate(place.zoneName, afterMs);
  for (let ahead = 0; ; ahead++) {
    const date = { ...first, day: first.day + ahead };
    const atMs = localInstant(place.zoneName, date, minutesOf(time));
    if (atMs > untilMs) return found;
    if (atMs > afterMs && (days?.includes(weekdayOf(date)) ?? true)) found.push(atMs);
  }
}

/** The sun keeps no local days: one may have two sunsets, just after its midnight and just before the next. */
function sunMoments(
  { sun, offsetMinutes = 0 }: SunMoment,
  place: Place,
  { afterMs, untilMs }: MomentSpan,
  { days, withStandIns = false }: MomentOptions,
): number[] {
  const { latitudeDeg, longitudeDeg, zoneName } = place;
  if (latitudeDeg === undefined || longitudeDeg === undefined) return [];
  const offset = offsetMinutes * minuteMs;
  const dayOf = (atMs: number) => Math.floor((atMs - offset + aheadMs(longitudeDeg)) / dayMs);
  const found: number[] = [];
  for (let day = dayOf(afterMs); day <= dayOf(untilMs); day++)
    for (const event of solarDay(latitudeDeg, longitudeDeg, day)) {
      const atMs = event.atMs + offset;
      if (event.sun !== sun || (event.isStandIn && !withStandIns) || atMs <= afterMs || atMs > untilMs) continue;
      if (days?.includes(weekdayOf(localDate(zoneName, event.atMs))) ?? true) found.push(atMs);
    }
  return found;
}

/** No span from one moment to another is longer, whatever the season and the minutes before or after the sun. */
const longestSpanMs = 2 * dayMs;

/**
 * Is it between two moments, the first included? A span may pass midnight, and ends where the next one begins. Where the
 * sun does not rise or set, it counts as set or risen at noon.
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
  if ("time" in from && "time" in to && days === undefined && !hasChangedClocks(place, atMs))
    return isClockBetween(from.time, to.time, place, atMs);
  if (("sun" in from || "sun" in to) && isSunUp(place, atMs) === undefined) return undefined;
  const options = { withStandIns: true };
  const beganMs = momentsIn(from, place, { afterMs: atMs - longestSpanMs, untilMs: atMs }, options).at(-1);
  if (beganMs === undefined) return false;
  // Both ends of a span that clocks skip come at one instant: it does not come.
  if (momentsIn(to, place, { afterMs: beganMs - 1, untilMs: atMs }, options).length > 0) return false;
  if (days === undefined) return true;
  return momentsIn(from, place, { afterMs: beganMs - 1, untilMs: beganMs }, { ...options, days }).length > 0;
}

/** An hour that comes twice would begin and end a span twice. */
function hasChangedClocks({ zoneName }: Place, atMs: number): boolean {
  return offsetMs(zoneName, atMs) !== offsetMs(zoneName, atMs - longestSpanMs);
}

/** Much faster than by instants; both agree while clocks are not changed. */
function isClockBetween(from: string, to: string, { zoneName }: Place, atMs: number): boolean {
  const local = atMs + offsetMs(zoneName, atMs);
  const minute = Math.floor(local / minuteMs) - Math.floor(local / dayMs) * 1_440;
  const [first, last] = [minutesOf(from), minutesOf(to)];
  return first <= last ? first <= minute && minute < last : first <= minute || minute < last;
}

/** The first time after an instant that the moment comes: within two days, or eight where it comes on some weekdays only. */
export function nextMoment(
  moment: Moment,
  place: Place,
  afterMs: number,
  days?: readonly number[],
): number | undefined {
  return momentsIn(moment, place, { afterMs, untilMs: afterMs + (days ? 8 : 2) * dayMs }, { days })[0];
}

/** The last time that the moment came in a span, its end included; undefined: it did not. */
export function lastMoment(
  moment: Moment,
  days: readonly number[] | undefined,
  place: Place,
  { afterMs, untilMs }: MomentSpan,
): number | undefined {
  // From the end back: the span of an outage may be long.
  for (let endMs = untilMs; endMs > afterMs; endMs -= dayMs) {
    const atMs = momentsIn(moment, place, { afterMs: Math.max(afterMs, endMs - dayMs), untilMs: endMs }, { days }).at(
      -1,
    );
    if (atMs !== undefined) return atMs;
  }
  return undefined;
}

interface SolarEvent extends SunEvent {
  /** The sun did not rise or set: it counts as set or risen at noon. */
  isStandIn: boolean;
}

/** By position and day: rules ask for the same few days at each frame, and one takes 150 positions of the sun. */
const solarDays = new Map<string, readonly SolarEvent[]>();
const mostSolarDays = 1_000;

/** Midnight by the longitude is closer than this to that of the sun, all year. */
const midnightErrorMs = 3_600_000;

/** How far the time by a longitude is ahead of UTC. */
function aheadMs(longitudeDeg: number): number {
  return Math.round((longitudeDeg / 360) * dayMs);
}

/** What the sun does from midnight to midnight by the longitude of a place. @param day Counted from 1970. */
function solarDay(latitudeDeg: number, longitudeDeg: number, day: number): readonly SolarEvent[] {
  const key = `${latitudeDeg} ${longitudeDeg} ${day}`;
  const known = solarDays.get(key);
  if (known) return known;
  const noonMs = (day + 0.5) * dayMs - aheadMs(longitudeDeg);
  const [startMs, endMs] = [noonMs - dayMs / 2, noonMs + dayMs / 2];
  // What rises just before this midnight has risen for this day, as what sets just after the next one sets.
  const around = sunEvents(startMs - midnightErrorMs, endMs + midnightErrorMs, latitudeDeg, longitudeDeg);
  const own = around.filter(({ atMs }) => startMs <= atMs && atMs < endMs);
  const found: SolarEvent[] = own.map((event) => ({ ...event, isStandIn: false }));
  const isUp = sunPosition(noonMs, latitudeDeg, longitudeDeg).elevationDeg > sunsetElevationDeg;
  const sun = isUp ? "sunrise" : "sunset";
  if (!around.some((event) => event.sun === sun)) found.push({ sun, atMs: noonMs, isStandIn: true });
  if (solarDays.size >= mostSolarDays) solarDays.clear();
  solarDays.set(key, found);
  return found;
}
