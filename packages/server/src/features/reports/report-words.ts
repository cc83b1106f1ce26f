import type { DrawingFault } from "@offgrid/contract/charts/chart-drawing.schema";
import { type LocaleCode, defaultLocale } from "@offgrid/contract/core/constants";
import { hoursText } from "@offgrid/contract/core/duration-text";
import { formatLocales, formatNumber, formatQuantityText, missing } from "@offgrid/contract/telemetry/format";

import en from "./reports.en.json" with { type: "json" };
import fr from "./reports.fr.json" with { type: "json" };

const texts: Record<LocaleCode, typeof en> = { en, fr };

export const wordsIn = (language: LocaleCode): typeof en => texts[language];

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A page of the portal in the reader's language. */
export function pageLink(url: string, language: LocaleCode, page: string): string {
  return `${url}${language === defaultLocale ? "" : `/${language}`}/${page}`;
}

/** One local day of a table: "Mon 1 Jun". */
export function dayText(atMs: number, zone: string, language: LocaleCode): string {
  const parts = { weekday: "short", day: "numeric", month: "short", timeZone: zone } as const;
  return new Intl.DateTimeFormat(formatLocales[language], parts).format(atMs);
}

/** "98 % measured"; never rounded up to all, nor down to nothing. */
export function coverageText(share: number, language: LocaleCode): string {
  return fill(wordsIn(language).measured, { share: shareText(share, language) });
}

export function shareText(share: number, language: LocaleCode): string {
  const percent = share * 100;
  const whole = percent > 99 && percent < 99.995 ? 99 : percent > 0 && percent < 1 ? 1 : Math.round(percent);
  return `${formatNumber(whole, language, { maximumFractionDigits: 0 })}\u00a0%`;
}

/** One of several shares in whole per cent that add up to 100, as screens have it. */
export function wholeShareText(percent: number, language: LocaleCode): string {
  return percent === 0 ? `<\u00a01\u00a0%` : formatQuantityText(percent, "percent", language);
}

export function lastedText(hours: number | null, language: LocaleCode): string {
  return hours === null ? missing : hoursText(hours, language);
}

/** Why a series is not drawn. */
export function faultText(code: DrawingFault, name: string, what: string | null, language: LocaleCode): string {
  return fill(wordsIn(language).fault[code], { name, what: what ?? "" });
}
