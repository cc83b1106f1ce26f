import type { LocaleCode } from "../../core/constants.ts";
import { formatLocales } from "./format.ts";

/** Times as people read them, the same on screens, in mails and in documents: on a clock of 12 hours. */

/** `hour12` would print midnight as 0:05 am on Node 20. */
export const hourParts = { hour: "numeric", hourCycle: "h12" } as const;
export const clockParts = { ...hourParts, minute: "2-digit" } as const;

/** One figure: a narrow column must not part the half of the day from its hour. */
export function written(format: Intl.DateTimeFormat, atMs: number): string {
  return format.format(atMs).replace(/\s(?=[ap]m$)/i, "\u00a0");
}

/** An instant by the clocks of a zone: "1 Jun 2026, 2:05 pm". */
export function instantText(atMs: number, zone: string, language: LocaleCode): string {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  return written(new Intl.DateTimeFormat(formatLocales[language], { ...day, ...clockParts, timeZone: zone }), atMs);
}
