import { addCalendar, isoDay, parseIsoDay, startOf } from "../../../core/time.ts";
import type { TimeRange } from "../../../ui/period-range.ts";

/** Below this many quarter hours with values, a day is drawn from its single readings. */
const fewQuarters = 8;

/** A local day of a container, or its last hours. */
export interface LocalDay extends TimeRange {
  isToday: boolean;
  /** The last 24 hours, whatever the days they belong to. */
  isLatest?: true;
  /** Such as 2026-11-20. */
  iso: string;
}

/** The day in an address, or today where it has none, an invalid one, or one in the future. */
export function dayOf(iso: string | undefined, nowMs: number, zone: string): LocalDay {
  const today = startOf("day", nowMs, zone);
  const asked = iso === undefined ? undefined : parseIsoDay(iso, zone);
  const fromMs = asked === undefined || asked > today ? today : asked;
  return {
    fromMs,
    toMs: startOf("day", addCalendar(fromMs, 1, "day", zone), zone),
    isToday: fromMs === today,
    iso: isoDay(fromMs, zone),
  };
}

const hourMs = 3_600_000;
/** How far a forecast is drawn after the last 24 hours. */
export const aheadMs = 12 * hourMs;

/** The last 24 hours and the begun one, so that there is something to see at any time of the day. */
export function latestHours(nowMs: number, zone: string): LocalDay {
  const hour = startOf("hour", nowMs, zone);
  return { fromMs: hour - 24 * hourMs, toMs: hour + hourMs, isToday: true, isLatest: true, iso: isoDay(nowMs, zone) };
}

/** The day before (-1) or after (1), as in an address; undefined: today, which the address leaves out. */
export function neighbourDay(day: LocalDay, step: -1 | 1, nowMs: number, zone: string): string | undefined {
  const next = isoDay(addCalendar(day.fromMs, step, "day", zone), zone);
  return next === isoDay(nowMs, zone) ? undefined : next;
}

/**
 * When the first reading of a thinly measured day was taken at the earliest; undefined where its quarter hours draw it
 * well, or nothing was measured at all.
 */
export function thinDayFrom(answer: {
  t: readonly number[];
  series: readonly (readonly (number | null)[])[];
}): number | undefined {
  const measured = answer.t.filter((_at, index) =>
    answer.series.some((values) => values[index] !== null && values[index] !== undefined),
  );
  return measured.length > 0 && measured.length < fewQuarters ? measured[0] : undefined;
}
