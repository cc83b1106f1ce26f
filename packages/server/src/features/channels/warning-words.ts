import type { LocaleCode } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";
import { minutesOf } from "@offgrid/contract/core/moments";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { formatNumber } from "@offgrid/contract/telemetry/format";
import { clockParts, written } from "@offgrid/contract/telemetry/time-text";
import { unitSymbols } from "@offgrid/contract/telemetry/unit-symbols";
import { type Measured, measuredWords } from "@offgrid/contract/warnings/measured-words";
import { ruleAt, type RulePlace } from "@offgrid/contract/warnings/rule-at";
import { type WarningNames, warningSentence } from "@offgrid/contract/warnings/warning-words";
import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

/** Day before month, as on screens. */
const locales = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<LocaleCode, string>;
const onOff = { en: ["off", "on"], fr: ["à l’arrêt", "en marche"] } as const;

/** An instant by the clocks of a place, whose zone is to be named beside it (`zoned`): "28 Nov, 2:02 pm". */
export function timeText(atMs: number, zoneName: string, locale: LocaleCode): string {
  const parts = { day: "numeric", month: "short", ...clockParts, timeZone: zoneName } as const;
  return written(new Intl.DateTimeFormat(locales[locale], parts), atMs);
}

/** A message tells of places whose clocks differ: "28 Nov, 2:02 pm (Africa/Niamey)". */
export function zoned(time: string, zoneName: string): string {
  return `${time} (${zoneName})`;
}

function metricText(name: string, locale: LocaleCode): string {
  return findMetric(name)?.[locale] ?? name;
}

/** A value with its unit, in the digits of its metric. */
function valueText(name: string, value: number, locale: LocaleCode): string {
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
      new Intl.DateTimeFormat(locales[locale], { ...clockParts, timeZone: "UTC" }).format(minutesOf(time) * 60_000),
    // 1 January 2024 was a Monday.
    weekday: (day) =>
      new Intl.DateTimeFormat(locales[locale], { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, day)),
  };
}

/** What a warning was raised by; undefined: nothing that has a name and a value. */
export function measuredText(
  { rule, ...raised }: { rule: unknown; attribute: string | null; value: number | null; content: string },
  locale: LocaleCode,
): Measured | undefined {
  const parsed = WarningRule.safeParse(rule);
  return measuredWords(parsed.data, raised, locale, namesIn(locale));
}

/** What a rule warns of at a container, to go on with after its name; undefined: it is not known any more. */
export function ruleText(rule: unknown, place: RulePlace, locale: LocaleCode): string | undefined {
  const parsed = WarningRule.safeParse(rule);
  if (!parsed.success) return undefined;
  const sentence = warningSentence(ruleAt(parsed.data, place) ?? parsed.data, locale, namesIn(locale));
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
