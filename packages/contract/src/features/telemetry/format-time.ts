import { type LocaleCode, toEpochMs } from "../../core/constants.ts";
import { formatLocales } from "./format.ts";
import { clockParts, hourParts, written } from "./time-text.ts";

const shapes = {
  dateTime: { day: "2-digit", month: "2-digit", year: "numeric", minute: "2-digit", ...hourParts },
  date: { day: "2-digit", month: "2-digit", year: "numeric" },
  time: clockParts,
  timeWithSeconds: { minute: "2-digit", second: "2-digit", ...hourParts },
  dateTimeWithSeconds: {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    minute: "2-digit",
    second: "2-digit",
    ...hourParts,
  },
  hour: hourParts,
  dayMonth: { day: "2-digit", month: "2-digit" },
  weekdayTime: { weekday: "short", day: "2-digit", month: "2-digit", minute: "2-digit", ...hourParts },
  weekday: { weekday: "short", day: "2-digit", month: "2-digit" },
  month: { month: "short", year: "numeric" },
  monthName: { month: "long" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeShape = keyof typeof shapes;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Writes a time in a zone, e.g. "20/11/2026, 4:10 pm" (`dateTime`), "4:10 pm" (`time`), "Fri 20/11" (`weekday`), "Fri 20/11, 4:10 pm" (`weekdayTime`). */
export function formatTime(at: number, shape: TimeShape, zone: string, locale: LocaleCode): string {
  // Not each spelling of a zone that somebody sends is kept.
  const key = `${locale} ${shape} ${zone.toLowerCase()}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(formatLocales[locale], { ...shapes[shape], timeZone: zone });
    formatters.set(key, format);
  }
  return written(format, toEpochMs(at));
}
