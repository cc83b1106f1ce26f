import type { LocaleCode } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";
import { minutesOf } from "@offgrid/contract/core/moments";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { formatNumber } from "@offgrid/contract/telemetry/format";
import { unitSymbols } from "@offgrid/contract/telemetry/unit-symbols";
import { type WarningNames, warningSentence } from "@offgrid/contract/warnings/warning-words";
import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

/** Day before month, as on screens. */
const locales = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<LocaleCode, string>;
const onOff = { en: ["off", "on"], fr: ["à l’arrêt", "en marche"] } as const;

/** As on screens, which have no midnight at 0 am either. */
const clock = { hour: "numeric", minute: "2-digit", hourCycle: "h12" } as const;

/** An instant by the clocks of a place: "28 Nov, 2:02 pm". */
export function timeText(atMs: number, zoneName: string, locale: LocaleCode): string {
  return new Intl.DateTimeFormat(locales[locale], {
    day: "numeric",
    month: "short",
    ...clock,
    timeZone: zoneName,
  }).format(atMs);
}

export function metricText(name: string, locale: LocaleCode): string {
  return findMetric(name)?.[locale] ?? name;
}

/** A value with its unit, in the digits of its metric. */
export function valueText(name: string, value: number, locale: LocaleCode): string {
  const metric = findMetric(name);
  const word = metric?.states?.[value];
  if (metric?.unit === "bool") return onOff[locale][value === 1 ? 1 : 0];
  if (word !== undefined) return word;
  const digits = { maximumFractionDigits: metric?.decimals ?? 2 };
  const number = formatNumber(value, locale, digits);
  const symbol = metric === undefined ? "" : unitSymbols[metric.unit];
  return symbol === "" ? number : `${number}\u00a0${symbol}`;
}

function namesIn(locale: LocaleCode): WarningNames {
  return {
    output: (target) => target,
    metric: (name) => metricText(name, locale),
    value: (name, value) => valueText(name, value, locale),
    duration: (seconds) => durationText(seconds, locale),
    time: (time) =>
      new Intl.DateTimeFormat(locales[locale], { ...clock, timeZone: "UTC" }).format(minutesOf(time) * 60_000),
    // 1 January 2024 was a Monday.
    weekday: (day) =>
      new Intl.DateTimeFormat(locales[locale], { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, day)),
  };
}

/** What a rule warns of, to go on with after "a rule"; undefined: it is not known any more. */
export function ruleText(rule: unknown, locale: LocaleCode): string | undefined {
  const parsed = WarningRule.safeParse(rule);
  if (!parsed.success) return undefined;
  const sentence = warningSentence(parsed.data, locale, namesIn(locale));
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
