import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { Metric } from "@offgrid/contract/telemetry/metrics";

import { formatLocales, formatQuantityText } from "../../core/format.ts";

const symbols: Partial<Record<Metric["unit"], string>> = { V: "V", deg: "°" };

/**
 * A value as the list of all values writes it: durations in their two largest units, and more decimals than elsewhere
 * where the metric has them (cell voltages, positions).
 */
export function valueText(value: number, metric: Metric | undefined, locale: LocaleCode): string {
  if (!metric) return formatQuantityText(value, "count", locale);
  if (metric.unit === "s") return durationText(value, locale);
  const symbol = symbols[metric.unit];
  if (symbol === undefined || metric.decimals <= 2) return formatQuantityText(value, metric.unit, locale);
  const digits = { minimumFractionDigits: metric.decimals, maximumFractionDigits: metric.decimals };
  const number = new Intl.NumberFormat(formatLocales[locale], digits).format(value);
  return metric.unit === "deg" ? `${number}${symbol}` : `${number}\u00a0${symbol}`;
}

const steps = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Seconds in their two largest whole units, such as "3 days 4 hrs". */
export function durationText(seconds: number, locale: LocaleCode): string {
  let rest = Math.max(0, Math.round(seconds));
  const from = steps.findIndex(([, size]) => rest >= size);
  const first = from === -1 ? steps.length - 1 : from;
  const parts: string[] = [];
  for (const [unit, size] of steps.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && parts.length > 0) continue;
    const format = new Intl.NumberFormat(formatLocales[locale], { style: "unit", unit, unitDisplay: "short" });
    parts.push(format.format(count));
  }
  return parts.join(" ");
}

/** Hours until loads are cut, never rounded up: "5 hrs", and below one "45 mins". */
export function hoursLeftText(hours: number, locale: LocaleCode): string {
  const unitS = hours >= 1 ? 3_600 : 60;
  return durationText(Math.floor((hours * 3_600) / unitS) * unitS, locale);
}

/** Meanings of states in the catalogue that have a word in both languages. */
export const stateWords = [
  "off",
  "on",
  "open",
  "closed",
  "inverting",
  "charging",
  "passthrough",
  "fault",
  "cool",
  "heat",
  "fan",
  "dry",
] as const;
