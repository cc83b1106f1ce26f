import { minutesOf } from "../../core/moments.ts";
import { type LocalDate, localDate, localInstant, offsetMs, startOfLocalDay } from "../../core/zone-time.ts";

/** When a report is due, and which time it is about. Pure. */

/** Weekdays are 1 (Monday) to 7 (Sunday). A day that a month does not have is its last one. */
export type ReportRepeat = { kind: "day" } | { kind: "week"; days: readonly number[] } | { kind: "month"; day: number };

export interface ReportSchedule {
  /** As clocks show it there: 07:00. */
  time: string;
  /** IANA name, such as Africa/Nairobi. */
  zone: string;
  repeat: ReportRepeat;
}

/** Every rule comes within two months. */
const mostDays = 62;

/**
 * The first instant after another at which a report is due, epoch ms. A time that the clocks skip is the instant of the
 * skip; of one that comes twice it is the first, so that no day has two.
 */
export function nextDue({ time, zone, repeat }: ReportSchedule, afterMs: number): number {
  const today = localDate(zone, afterMs);
  for (let ahead = 0; ahead <= mostDays; ahead++) {
    const date = { ...today, day: today.day + ahead };
    if (!isOn(repeat, date)) continue;
    const atMs = localInstant(zone, date, minutesOf(time));
    if (atMs > afterMs) return atMs;
  }
  throw new Error("a report that is due on no weekday; its schema requires one");
}

const daysOfYear = 366;
const dayMs = 86_400_000;

/** The clocks' change that a report meets. */
export interface OddDay {
  /** When the report is sent then, epoch ms. */
  atMs: number;
  /** Its time does not exist on that day, or comes a second time. */
  how: "skipped" | "twice";
}

/** The first day within a year on which clocks do not show the time of a report exactly once; undefined: there is none. */
export function oddDay({ time, zone, repeat }: ReportSchedule, nowMs: number): OddDay | undefined {
  const today = localDate(zone, nowMs);
  const minutes = minutesOf(time);
  for (let ahead = 0; ahead <= daysOfYear; ahead++) {
    const date = { ...today, day: today.day + ahead };
    const atMs = localInstant(zone, date, minutes);
    if (atMs <= nowMs || !isOn(repeat, date)) continue;
    const shown = Date.UTC(date.year, date.month - 1, date.day) + minutes * 60_000;
    if (atMs + offsetMs(zone, atMs) !== shown) return { atMs, how: "skipped" };
    const again = shown - offsetMs(zone, atMs + dayMs);
    if (again !== atMs && again + offsetMs(zone, again) === shown) return { atMs, how: "twice" };
  }
  return undefined;
}

/** @param date Its day may overflow its month. */
function isOn(repeat: ReportRepeat, { year, month, day }: LocalDate): boolean {
  if (repeat.kind === "day") return true;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (repeat.kind === "week") return repeat.days.includes(((date.getUTCDay() + 6) % 7) + 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(repeat.day, lastDay);
}

const hourMs = 3_600_000;

/** Less than lies between any two times at which a report is due: nobody is sent one twice within it, whatever is changed. */
export function leastGapMs({ repeat }: Pick<ReportSchedule, "repeat">): number {
  if (repeat.kind === "month") return 25 * 24 * hourMs;
  const days = leastGapDays(repeat);
  return days === 1 ? 20 * hourMs : (days - 1) * 24 * hourMs;
}

function leastGapDays(repeat: Exclude<ReportRepeat, { kind: "month" }>): number {
  if (repeat.kind === "day") return 1;
  const days = [...new Set(repeat.days)].toSorted((a, b) => a - b);
  return Math.min(...days.map((day, index) => (days[index + 1] ?? (days[0] ?? day) + 7) - day));
}

export interface ReportSpan {
  fromMs: number;
  toMs: number;
}

/** The seven local days before the one that holds an instant: on a Monday the week before. */
export function weekBefore(zone: string, atMs: number): ReportSpan {
  const date = localDate(zone, atMs);
  return {
    fromMs: startOfLocalDay(zone, { ...date, day: date.day - 7 }),
    toMs: startOfLocalDay(zone, date),
  };
}

/** The local month before the one that holds an instant. */
export function monthBefore(zone: string, atMs: number): ReportSpan {
  const { year, month } = localDate(zone, atMs);
  return {
    fromMs: startOfLocalDay(zone, { year, month: month - 1, day: 1 }),
    toMs: startOfLocalDay(zone, { year, month, day: 1 }),
  };
}
