import { readOffset } from "../../core/zone-time.ts";
import { midnight } from "./csv.days.ts";

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)?(?:\s?([AaPp])\.?[Mm]\.?)?\s?(Z|[+-]\d{2}:?\d{2})?$/;
/** AM or PM at the end of a time. */
export const halfDay = /\s?([AaPp])\.?[Mm]\.?$/;
const clockPattern =
  /^(?:1899-12-3[01]T)?(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?([AaPp])\.?[Mm]\.?)?$/;
const dayMs = 86_400_000;
const quarterMs = 900_000;
/** Signs of the longest cell that can be a time. */
const longestTime = 64;

/** Which of the two instants a local time means that a clock change repeats; "refuse": it has to be said. */
export const ambiguities = ["refuse", "earlier", "later"] as const;
export type Ambiguity = (typeof ambiguities)[number];

/** Why a local time is no instant: a clock change skips it, or repeats it. */
export type ClockChange = "skipped" | "repeated";

/**
 * Reads a time as epoch ms; undefined when the text does not match the format or names a day or hour that does not
 * exist on any clock.
 */
export type TimeReader = (text: string) => number | ClockChange | undefined;

/**
 * A time that ends in AM or PM is read by a clock of twelve hours, in every format with hours.
 * @param format "iso", "epoch-s", "epoch-ms" or a pattern of yyyy MM dd HH mm ss, or hh and a for a clock of 12 hours.
 * @param zone Zone of times that carry none: "UTC", an offset such as "+05:45", or an IANA name.
 * @throws RangeError when the format has no year, month and day or the zone does not exist.
 */
export function timeReader(format: string, zone: string, ambiguity: Ambiguity = "refuse"): TimeReader {
  const toUtc = zoneReader(zone, ambiguity);
  if (format === "epoch-s" || format === "epoch-ms") {
    const factor = format === "epoch-s" ? 1000 : 1;
    return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * factor) : undefined);
  }
  if (format === "iso") {
    return (text) => {
      const found = isoPattern.exec(text);
      if (!found) return undefined;
      const [, year, month, day, hour, minute, second, fraction, half, offset] = found;
      if (half && hour === undefined) return undefined;
      const parts = [year, month, day, hourOf(Number(hour ?? 0), half), minute, second];
      const wallMs = wallTime(parts.map((part) => Number(part ?? 0)));
      if (wallMs === undefined) return undefined;
      const utcMs = offset ? wallMs - offsetMs(offset) : toUtc(wallMs);
      return typeof utcMs === "number" ? utcMs + Math.round(Number(fraction ?? 0) * 1000) : utcMs;
    };
  }
  const read = patternReader(format);
  return (text) => {
    const wallMs = read(text);
    return wallMs === undefined ? undefined : toUtc(wallMs);
  };
}

function patternReader(format: string): (text: string) => number | undefined {
  const plain = format.replace(/\s?a$/, "");
  const tokens = /yyyy|MM|dd|HH|hh|mm|ss/g;
  const order = [...plain.matchAll(tokens)].map(([part]) => part.replace("hh", "HH"));
  if (!["yyyy", "MM", "dd"].every((part) => order.includes(part)))
    throw new RangeError(`The time format "${format}" needs yyyy, MM and dd, or is one of iso, epoch-s, epoch-ms`);
  // A part that occurs twice would let the format be matched in very many ways.
  if (new Set(order).size < order.length) throw new RangeError(`The time format "${format}" has a part twice`);
  const isTwelve = plain.includes("hh") || plain !== format;
  const escaped = plain.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(
    `^${escaped.replaceAll(tokens, (part) => (part === "yyyy" ? "(\\d{4})" : "(\\d{1,2})"))}$`,
  );
  return (text) => {
    if (text.length > longestTime) return undefined;
    const half = order.includes("HH") ? halfDay.exec(text) : null;
    if (isTwelve && !half) return undefined;
    const found = pattern.exec(half ? text.slice(0, half.index) : text);
    if (!found) return undefined;
    const part = (name: string) => Number(found[order.indexOf(name) + 1]);
    const clock = ["HH", "mm", "ss"].map((name) => (order.includes(name) ? part(name) : 0));
    const [hour = 0, ...rest] = clock;
    return wallTime([part("yyyy"), part("MM"), part("dd"), hourOf(hour, half?.[1]), ...rest]);
  };
}

/**
 * Reads a day and a time of day that stand in two cells, such as 20/11/2026 and 8:30 PM. The clock may have seconds, and
 * the day that workbooks write before a time alone.
 * @param format Of the day; what it says about the time of day does not count.
 * @throws RangeError as `timeReader` does, and for a format without days.
 */
export function dayAndClockReader(
  format: string,
  zone: string,
  ambiguity?: Ambiguity,
): (day: string, clock: string) => ReturnType<TimeReader> {
  if (format.startsWith("epoch")) throw new RangeError(`The time format "${format}" counts no days`);
  const days = format.replace(/[T, ]*(HH|hh).*$/, "");
  const read = timeReader(format === "iso" ? format : `${days} HH:mm:ss`, zone, ambiguity);
  return (day, clock) => {
    const found = clock.length > longestTime ? null : clockPattern.exec(clock);
    if (!found) return undefined;
    const [, hour, minute, second = "00", fraction, half] = found;
    const atMs = read(`${day.replace(midnight, "")} ${hourOf(Number(hour), half)}:${minute}:${second}`);
    return typeof atMs === "number" ? atMs + Math.round(Number(`0.${fraction ?? 0}`) * 1000) : atMs;
  };
}

/** Is this a time of day without a day? */
export function isClock(text: string): boolean {
  return text.length <= longestTime && clockPattern.test(text);
}

/** Hour of a clock of 24 hours; NaN for one that the clock of 12 hours does not have. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** Parts of a time as if it were UTC; undefined where they do not exist, such as 30 February. */
function wallTime([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | undefined {
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(wallMs);
  const isSame = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && back.getUTCHours() === hour;
  return isSame && back.getUTCMinutes() === minute && second < 60 ? wallMs : undefined;
}

function offsetMs(offset: string): number {
  if (offset === "Z") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000;
}

function zoneReader(zone: string, ambiguity: Ambiguity): (wallMs: number) => number | ClockChange {
  if (zone === "UTC" || zone === "Z") return (wallMs) => wallMs;
  if (/^[+-]\d{2}:?\d{2}$/.test(zone)) return (wallMs) => wallMs - offsetMs(zone);
  try {
    readOffset(zone, 0);
  } catch {
    throw new RangeError(
      `The time zone "${zone}" does not exist; write UTC, an offset such as +05:45 or a name such as Africa/Nairobi`,
    );
  }
  const offsetAt = offsetsOf((utcMs) => readOffset(zone, utcMs));
  return (wallMs) => {
    const offsets = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
    const fitting = offsets.map((offset) => wallMs - offset).filter((utcMs) => wallMs - offsetAt(utcMs) === utcMs);
    if (fitting.length === 0) return "skipped";
    const [earlier, later] = [Math.min(...fitting), Math.max(...fitting)];
    if (earlier !== later && ambiguity === "refuse") return "repeated";
    return ambiguity === "later" ? later : earlier;
  };
}

/**
 * Offsets of a zone. To ask for one takes longer than to read a whole line, so those at the ends of days are remembered,
 * and at the ends of quarter hours on the days of a clock change: between equal ends the offset stays the same. A clock
 * change may be at any minute.
 */
function offsetsOf(ask: (utcMs: number) => number): (utcMs: number) => number {
  const known = new Map<number, number>();
  const remembered = (utcMs: number): number => {
    const offset = known.get(utcMs) ?? ask(utcMs);
    known.set(utcMs, offset);
    return offset;
  };
  return (utcMs) => {
    for (const spanMs of [dayMs, quarterMs]) {
      const fromMs = Math.floor(utcMs / spanMs) * spanMs;
      const offset = remembered(fromMs);
      if (offset === remembered(fromMs + spanMs)) return offset;
    }
    return ask(utcMs);
  };
}
