import { formatTime, isoDay } from "../../core/time.ts";
import type { EnergyWords } from "./use-energy-words.ts";

/** Instants as parts of sentences. */

type Phrase = `when.${"since" | "sinceDay" | "until" | "untilDay" | "at" | "atDay" | "back" | "backDay"}`;

/** An instant as part of a sentence; its day is named where it is not today in that zone. */
export function phrase(
  atMs: number,
  dayShape: "weekday" | "dayMonth",
  zone: string,
  now: number,
  { t, locale }: EnergyWords,
  { today, another }: Record<"today" | "another", Phrase>,
): string {
  const time = formatTime(atMs, "time", zone, locale);
  if (isoDay(atMs, zone) === isoDay(now, zone)) return t(today, { time });
  return t(another, { day: formatTime(atMs, dayShape, zone, locale), time });
}

const halfOfDay = /\s[ap]\.?\s?m\.?$/i;
/** A time alone, and not one past twelve, which reads as noon where it is midnight. */
const plainTime = /^(?!12)\d{1,2}\D\d\d\D*$/;

/** "11:32" before "11:40 pm": the same half of the day is named once where nobody can mistake it. */
export function withoutHalf(from: string, to: string): string {
  const half = halfOfDay.exec(to)?.[0];
  return half !== undefined && plainTime.test(from) && from.endsWith(half) ? from.slice(0, -half.length) : from;
}
