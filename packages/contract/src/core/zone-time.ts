/** Local time of IANA zones, over Intl: offsets, local days, and the edges of groups in charts. Pure. */

export type ZoneGroup = "15m" | "hour" | "day" | "week" | "month" | "year";

export interface LocalDate {
  year: number;
  /** 1..12 */
  month: number;
  day: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Length of the groups that are as long in every zone, ms. */
export const fixedStepMs = { "15m": 15 * minuteMs, hour: 60 * minuteMs } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  // Intl takes a zone in capitals or without: not each spelling that somebody sends is kept.
  const key = zone.toLowerCase();
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(key, made);
  return made;
}

/** Offsets at the starts of requested UTC days, by zone: Intl takes microseconds to compute one. */
const dayOffsets = new Map<string, Map<number, number>>();
/** Of all zones together; some 10 MB. */
const mostDayOffsets = 200_000;
let knownDayOffsets = 0;

/** Local wall-clock time minus UTC at an instant, ms. */
export function offsetMs(zone: string, atMs: number): number {
  if (zone === "UTC") return 0;
  const day = Math.floor(atMs / dayMs);
  const before = dayOffset(zone, day);
  // No zone changes its clock twice within a day, so a day that ends as it began had no change.
  return before === dayOffset(zone, day + 1) ? before : readOffset(zone, atMs);
}

function dayOffset(zone: string, day: number): number {
  let known = dayOffsets.get(zone);
  const found = known?.get(day);
  if (found !== undefined) return found;
  if (++knownDayOffsets > mostDayOffsets) {
    dayOffsets.clear();
    knownDayOffsets = 1;
    known = undefined;
  }
  if (!known) dayOffsets.set(zone, (known = new Map()));
  const offset = readOffset(zone, day * dayMs);
  known.set(day, offset);
  return offset;
}

/** By how much the local time of a zone is ahead of UTC, ms, asked anew. @throws RangeError: there is no such zone. */
export function readOffset(zone: string, atMs: number): number {
  const field: Record<string, number> = {};
  for (const { type, value } of formatter(zone).formatToParts(atMs)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** The calendar day in the zone at an instant. */
export function localDate(zone: string, atMs: number): LocalDate {
  const local = new Date(atMs + offsetMs(zone, atMs));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** A calendar day as YYYY-MM-DD. */
export function dateText({ year, month, day }: LocalDate): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/**
 * The first instant of a local day; month and day may overflow, as in Date.UTC. Where the clock skips midnight it is the
 * instant of the skip; where midnight comes twice, the first one.
 */
export function startOfLocalDay(zone: string, date: LocalDate): number {
  return localInstant(zone, date, 0);
}

/**
 * The instant at which clocks show a time of a local day. A time that the clock skips is the instant of the skip; of one
 * that comes twice it is the first.
 * @param minutes Since midnight, as clocks show it.
 */
export function localInstant(zone: string, { year, month, day }: LocalDate, minutes: number): number {
  const wanted = Date.UTC(year, month - 1, day) + minutes * minuteMs;
  const guesses = [wanted - offsetMs(zone, wanted - dayMs), wanted - offsetMs(zone, wanted + dayMs)];
  const right = guesses.filter((atMs) => atMs + offsetMs(zone, atMs) === wanted);
  if (right.length > 0) return Math.min(...right);
  return transition(zone, Math.min(...guesses) - 1, Math.max(...guesses));
}

/** The local day that holds an instant. */
export function localDay(zone: string, atMs: number): { startMs: number; endMs: number; date: string } {
  const date = localDate(zone, atMs);
  return {
    startMs: startOfLocalDay(zone, date),
    endMs: startOfLocalDay(zone, { ...date, day: date.day + 1 }),
    date: dateText(date),
  };
}

/**
 * Edges of local groups that cover a range: the first group holds `fromMs`, the last edge is at or after `toMs`. Groups
 * are adjacent; hours are local hours, so a half-hour change of the clock makes a short one.
 * @returns n + 1 edges of n groups, epoch ms, ascending.
 */
export function groupEdges(fromMs: number, toMs: number, group: ZoneGroup, zone: string): number[] {
  const edges = [groupStart(fromMs, group, zone)];
  let at = edges[0] as number;
  while (at < toMs) {
    at = nextGroup(at, group, zone);
    edges.push(at);
  }
  return edges;
}

function groupStart(atMs: number, group: ZoneGroup, zone: string): number {
  if (group === "15m" || group === "hour") {
    const step = fixedStepMs[group];
    const offset = offsetMs(zone, atMs);
    const start = Math.floor((atMs + offset) / step) * step - offset;
    return offsetMs(zone, start) === offset ? start : transition(zone, start, atMs);
  }
  const { year, month, day } = localDate(zone, atMs);
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  if (group === "day") return startOfLocalDay(zone, { year, month, day });
  if (group === "week") return startOfLocalDay(zone, { year, month, day: day - weekday });
  if (group === "month") return startOfLocalDay(zone, { year, month, day: 1 });
  return startOfLocalDay(zone, { year, month: 1, day: 1 });
}

function nextGroup(startMs: number, group: ZoneGroup, zone: string): number {
  if (group === "15m" || group === "hour") {
    const step = fixedStepMs[group];
    const offset = offsetMs(zone, startMs);
    const next = (Math.floor((startMs + offset) / step) + 1) * step - offset;
    return offsetMs(zone, next) === offset ? next : transition(zone, startMs, next);
  }
  const date = localDate(zone, startMs);
  // A day that the zone skipped as a whole has no length: go on to the next one.
  for (let ahead = 1; ; ahead++) {
    const next = startOfLocalDay(zone, later(date, group, ahead));
    if (next > startMs) return next;
  }
}

function later({ year, month, day }: LocalDate, group: ZoneGroup, ahead: number): LocalDate {
  if (group === "day") return { year, month, day: day + ahead };
  if (group === "week") return { year, month, day: day + 7 * ahead };
  return group === "month" ? { year, month: month + ahead, day: 1 } : { year: year + ahead, month: 1, day: 1 };
}

/** The instant, to the second, after `lowMs` and not after `highMs`, at which the offset becomes that of `highMs`. */
function transition(zone: string, lowMs: number, highMs: number): number {
  const after = offsetMs(zone, highMs);
  let low = Math.floor(lowMs / 1000);
  let high = Math.floor(highMs / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle * 1000) === after) high = middle;
    else low = middle;
  }
  return high * 1000;
}
