import type { LocaleCode } from "../../core/constants.ts";
import { localDay } from "../../core/zone-time.ts";
import { formatLocales } from "./format.ts";
import { formatTime } from "./format-time.ts";
import { instantText, written } from "./time-text.ts";

/** "figures": 28/11/2026, as on screens; "names": 28 Nov 2026, as in mails and documents. */
export type DayStyle = "figures" | "names";

const daysOf: Record<LocaleCode, (first: string, last: string) => string> = {
  en: (first, last) => `${first} to ${last}`,
  fr: (first, last) => `du ${first} au ${last}`,
};

/** Midnight at the end of a range: a "12:00 am" would be read as the beginning of its day, or with the date of the next. */
const endOf: Record<LocaleCode, { sameDay: string; of: (day: string) => string }> = {
  en: { sameDay: "midnight", of: (day) => `end of ${day}` },
  fr: { sameDay: "minuit", of: (day) => `fin du ${day}` },
};

/**
 * A range by the clocks of a zone, the same on screens, in mails and in documents: "28/11/2026 to 29/11/2026" where it has
 * whole local days, the last one included; else with the times of both its ends: "28/11/2026, 6:00 pm – 29/11/2026, 9:30 pm",
 * or "28/11/2026, 6:00 pm – 9:30 pm" within one day. Midnight at its end is that of its last day: "– end of 29/11/2026", or
 * "– midnight" within one day.
 * @param range From (inclusive) to (exclusive), epoch milliseconds.
 */
export function rangeWords(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  zone: string,
  language: LocaleCode,
  style: DayStyle = "figures",
): string {
  const day = (atMs: number) => dayText(atMs, zone, language, style);
  const instant = (atMs: number) =>
    style === "names" ? instantText(atMs, zone, language) : formatTime(atMs, "dateTime", zone, language);
  const [first, last] = [day(fromMs), day(Math.max(fromMs, toMs - 1))];
  const isOneDay = first === last;
  const end = () => {
    if (startsDay(toMs, zone)) return isOneDay ? endOf[language].sameDay : endOf[language].of(last);
    return isOneDay ? formatTime(toMs, "time", zone, language) : instant(toMs);
  };
  if (startsDay(fromMs, zone) && startsDay(toMs, zone)) return isOneDay ? first : daysOf[language](first, last);
  return `${instant(fromMs)} – ${end()}`;
}

const startsDay = (atMs: number, zone: string) => localDay(zone, atMs).startMs === atMs;

function dayText(atMs: number, zone: string, language: LocaleCode, style: DayStyle): string {
  if (style === "figures") return formatTime(atMs, "date", zone, language);
  return written(new Intl.DateTimeFormat(formatLocales[language], { dateStyle: "medium", timeZone: zone }), atMs);
}
