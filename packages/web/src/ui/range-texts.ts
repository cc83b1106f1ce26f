import { addCalendar, isoDay, offsetMs, parseIsoDay, startOf } from "../core/time.ts";
import { instantOf } from "../core/local-time.ts";
import type { TimeRange } from "./period-range.ts";

/** A range as its fields hold it: days as YYYY-MM-DD, times of day as HH:MM. Pure. */
export interface RangeTexts {
  fromDay: string;
  /** Empty: the beginning of the day. */
  fromTime: string;
  toDay: string;
  /** Empty: the end of the day. */
  toTime: string;
}

function timeOf(atMs: number, zone: string): string {
  if (startOf("day", atMs, zone) === atMs) return "";
  return new Date(atMs + offsetMs(atMs, zone)).toISOString().slice(11, 16);
}

export function rangeTexts({ fromMs, toMs }: TimeRange, zone: string): RangeTexts {
  return {
    ...{ fromDay: isoDay(fromMs, zone), fromTime: timeOf(fromMs, zone) },
    ...{ toDay: isoDay(toMs - 1, zone), toTime: timeOf(toMs, zone) },
  };
}

/**
 * What the fields say. Of an end that they say as before, the instant stays, with its seconds.
 * @param before What they held. @returns undefined where a day or a time is none.
 */
export function rangeOfTexts(texts: RangeTexts, before: TimeRange, zone: string): TimeRange | undefined {
  const { fromDay, fromTime, toDay, toTime } = texts;
  const own = rangeTexts(before, zone);
  const firstDay = parseIsoDay(fromDay, zone);
  const lastDay = parseIsoDay(toDay, zone);
  if (firstDay === undefined || lastDay === undefined) return undefined;
  const isFromSame = fromDay === own.fromDay && fromTime === own.fromTime;
  const isToSame = toDay === own.toDay && toTime === own.toTime;
  const from = fromTime === "" ? firstDay : instantOf(fromDay, fromTime, zone);
  const to = toTime === "" ? addCalendar(lastDay, 1, "day", zone) : instantOf(toDay, toTime, zone);
  if (from === undefined || to === undefined) return undefined;
  return { fromMs: isFromSame ? before.fromMs : from, toMs: isToSame ? before.toMs : to };
}

/** Which end is wrong, and why: it is not after the beginning, or outside of what there is. */
export interface WrongEnd {
  end: "from" | "to";
  why: "order" | "early" | "late";
}

/**
 * What of a range that was typed cannot be. An end that was not touched is none of it, nor the edge of a day of which there
 * is only a part.
 * @param before What the fields held. @param within What there is; absent: all of time.
 */
export function wrongEnd(
  { fromMs, toMs }: TimeRange,
  { fromTime, toTime }: RangeTexts,
  { before, within }: { before: TimeRange; within?: TimeRange | undefined },
): WrongEnd | undefined {
  if (fromMs >= toMs) return { end: "to", why: "order" };
  if (within === undefined) return undefined;
  const [isFromNew, isToNew] = [fromMs !== before.fromMs, toMs !== before.toMs];
  if (isFromNew && fromTime !== "" && fromMs < within.fromMs) return { end: "from", why: "early" };
  if (isFromNew && fromMs >= within.toMs) return { end: "from", why: "late" };
  if (isToNew && toMs <= within.fromMs) return { end: "to", why: "early" };
  if (isToNew && toTime !== "" && toMs > within.toMs) return { end: "to", why: "late" };
  return undefined;
}
