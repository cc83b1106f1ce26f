import type { LocaleCode } from "../../core/constants.ts";
import { formatLocales } from "./format.ts";

/** Times as people read them, the same on screens, in mails and in documents: on a clock of 12 hours. */

/** `hour12` would print midnight as 0:05 am on Node 20. */
export const hourParts = { hour: "numeric", hourCycle: "h12" } as const;
export const clockParts = { ...hourParts, minute: "2-digit" } as const;

/** The first before a French month, none of which has a capital letter. */
const frenchFirst = /(?<!\d)1(?=\s(?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc))/;

/**
 * One figure: a narrow column must not part the half of the day from its hour. The first of a French month is "1er", as in
 * "1er oct. 2026", which Intl does not write.
 */
export function written(format: Intl.DateTimeFormat, atMs: number): string {
  return format
    .format(atMs)
    .replace(/\s(?=[ap]m$)/i, "\u00a0")
    .replace(frenchFirst, "1er");
}

/** An instant by the clocks of a zone: "1 Jun 2026, 2:05 pm". */
export function instantText(atMs: number, zone: string, language: LocaleCode): string {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  return written(new Intl.DateTimeFormat(formatLocales[language], { ...day, ...clockParts, timeZone: zone }), atMs);
}
