import { toEpochMs, type LocaleCode } from "@offgrid/contract/core/constants";

import { loadChunk } from "./chunk.ts";
import { formatLocales } from "./format.ts";

/** Times as texts are written the same on screens, in messages and in files. */
export { formatTime, type TimeShape } from "@offgrid/contract/telemetry/format-time";
export { rangeWords } from "@offgrid/contract/telemetry/range-words";

/**
 * Time as people read it. Every time that comes in may be epoch seconds or milliseconds (below 3.15e10: seconds); every
 * zone is an IANA name, as a rule the container's. Dates are day/month/year on a 12-hour clock; a week starts on Monday.
 */

let temporal: typeof Temporal | undefined = globalThis.Temporal;

/**
 * Makes calendar arithmetic (`startOf`, `addCalendar`) available: at once where the browser has Temporal, else by loading
 * the polyfill. To be awaited once before the first of them is called.
 */
export async function timeReady(): Promise<void> {
  temporal ??= (await loadChunk(() => import("temporal-polyfill"))).Temporal;
}

function zoned(atMs: number, zone: string): Temporal.ZonedDateTime {
  if (!temporal) throw new Error("timeReady() must be awaited before calendar arithmetic");
  return temporal.Instant.fromEpochMilliseconds(Math.trunc(atMs)).toZonedDateTimeISO(zone);
}

export type CalendarUnit = "hour" | "day" | "week" | "month" | "year";

/** First instant of the local hour, day, week (Monday), month or year that holds `at`, in epoch milliseconds. */
export function startOf(unit: CalendarUnit, at: number, zone: string): number {
  const local = zoned(toEpochMs(at), zone);
  if (unit === "hour") return local.round({ smallestUnit: "hour", roundingMode: "floor" }).epochMilliseconds;
  const day = local.startOfDay();
  if (unit === "week") return day.subtract({ days: day.dayOfWeek - 1 }).epochMilliseconds;
  if (unit === "month") return day.with({ day: 1 }).startOfDay().epochMilliseconds;
  if (unit === "year") return day.with({ month: 1, day: 1 }).startOfDay().epochMilliseconds;
  return day.epochMilliseconds;
}

/** `count` local days, weeks, months or years later (earlier when negative) at the same local clock, epoch milliseconds. */
export function addCalendar(at: number, count: number, unit: "day" | "week" | "month" | "year", zone: string): number {
  return zoned(toEpochMs(at), zone).add({ [`${unit}s`]: count }).epochMilliseconds;
}

/** Local hour of the day, 0..23. */
export function localHour(at: number, zone: string): number {
  return zoned(toEpochMs(at), zone).hour;
}

/** How far a zone's clock is ahead of UTC, milliseconds. */
export function offsetMs(at: number, zone: string): number {
  return zoned(toEpochMs(at), zone).offsetNanoseconds / 1e6;
}

/** Local date as a date field holds it: 2026-11-20. */
export function isoDay(at: number, zone: string): string {
  return zoned(toEpochMs(at), zone).toPlainDate().toString();
}

/** First instant of a local date such as 2026-11-20, epoch milliseconds; undefined where it is not a date. */
export function parseIsoDay(day: string, zone: string): number | undefined {
  if (!temporal) throw new Error("timeReady() must be awaited before calendar arithmetic");
  try {
    return temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

const yearMs = 31_557_600_000;

/** A length of time as text, in its largest whole unit: "2 hours", "10 ans"; at least a second. */
export function formatSpan(spanMs: number, locale: LocaleCode): string {
  const [unit, size] = [["year", yearMs] as const, ...ageSteps].find(([, ms]) => spanMs >= ms) ?? ["second", 1_000];
  const format = new Intl.NumberFormat(formatLocales[locale], { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.max(1, Math.floor(spanMs / size)));
}

const ageSteps = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

const nowBelowMs = 5_000;
/** Behind "last reply" or "lost contact", a bare "now" would read as if it went on. */
const justNow: Readonly<Record<LocaleCode, string>> = { en: "just now", fr: "à l’instant" };

/**
 * An age as text, in its largest whole unit: "2 min ago", "il y a 2 min"; "just now" under five seconds and for the future. The
 * clock of most screens moves each half minute, and thousands of rows hang on it: below a minute no second is named that
 * would stand still.
 */
export function formatAge(ageMs: number, locale: LocaleCode): string {
  if (ageMs < nowBelowMs || ageMs >= 60_000) return formatAgeToSecond(ageMs, locale);
  const minute = formatAgeToSecond(60_000, locale);
  return locale === "fr" ? minute.replace("1", "moins d’1") : minute.replace("1", "<\u00a01");
}

/** As `formatAge`, but never "just now": of what has gone silent, which that would contradict. */
export function formatSilence(ageMs: number, locale: LocaleCode): string {
  return formatAge(Math.max(ageMs, nowBelowMs), locale);
}

/**
 * The age of the last contact, on every screen: "just now" all the first minute while the contact goes on, so that the words
 * stand still and stay short; of what has gone silent as `formatSilence`.
 */
export function formatContact(ageMs: number, goesOn: boolean, locale: LocaleCode): string {
  return goesOn && ageMs < 60_000 ? justNow[locale] : formatSilence(ageMs, locale);
}

/** As `formatAge`, but "42 s ago" below a minute: for what is drawn again each second. */
export function formatAgeToSecond(ageMs: number, locale: LocaleCode): string {
  if (ageMs < nowBelowMs) return justNow[locale];
  const [unit, size] = ageSteps.find(([, ms]) => ageMs >= ms)!;
  const text = relative(locale).format(-Math.floor(ageMs / size), unit);
  // English has "sec" and "hr" here, where durations have the symbols of the units.
  const inSymbols = text.replace(/\bsec\b/, "s").replace(/\bhr\b/, "h");
  // A figure stays with its unit, as in durations.
  return inSymbols.replace(/(\d) /, "$1\u00a0");
}

function relative(locale: LocaleCode): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(formatLocales[locale], { style: "short", numeric: "always" });
}

/** @param day 1 is Monday. */
export function weekdayName(day: number, locale: LocaleCode, weekday: "short" | "long"): string {
  // The first of January 2024 was a Monday.
  const at = Date.UTC(2024, 0, day);
  return new Intl.DateTimeFormat(formatLocales[locale], { weekday, timeZone: "UTC" }).format(at);
}
