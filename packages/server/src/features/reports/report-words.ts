import type { DrawingFault } from "@offgrid/contract/charts/chart-drawing.schema";
import { type LocaleCode, defaultLocale } from "@offgrid/contract/core/constants";
import { hoursText } from "@offgrid/contract/core/duration-text";
import { formatCount, formatLocales, formatShare, missing } from "@offgrid/contract/telemetry/format";
import { written } from "@offgrid/contract/telemetry/time-text";

import en from "./reports.en.json" with { type: "json" };
import fr from "./reports.fr.json" with { type: "json" };

const texts: Record<LocaleCode, typeof en> = { en, fr };

export const wordsIn = (language: LocaleCode): typeof en => texts[language];

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** What is said of so many, in the form that the language has for them. */
export function counted(forms: Readonly<{ one: string; other: string }>, count: number, language: LocaleCode): string {
  const isOne = new Intl.PluralRules(formatLocales[language]).select(count) === "one";
  return fill(isOne ? forms.one : forms.other, { count: formatCount(count, language) });
}

/** A page of the portal in the reader's language. */
export function pageLink(url: string, language: LocaleCode, page: string): string {
  return `${url}${language === defaultLocale ? "" : `/${language}`}/${page}`;
}

/** One local day of a table: "Mon 1 Jun". */
export function dayText(atMs: number, zone: string, language: LocaleCode): string {
  const parts = { weekday: "short", day: "numeric", month: "short", timeZone: zone } as const;
  return written(new Intl.DateTimeFormat(formatLocales[language], parts), atMs);
}

/** "98 % measured". */
export function coverageText(share: number, language: LocaleCode): string {
  return fill(wordsIn(language).measured, { share: formatShare(share, language) });
}

export function lastedText(hours: number | null): string {
  return hours === null ? missing : hoursText(hours);
}

/** Why a series is not drawn. */
export function faultText(code: DrawingFault, name: string, what: string | null, language: LocaleCode): string {
  return fill(wordsIn(language).fault[code], { name, what: what ?? "" });
}
