import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { Metric } from "@offgrid/contract/telemetry/metrics";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatNumber, formatQuantityText } from "../../../core/format.ts";

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
  const number = formatNumber(value, locale, digits);
  return metric.unit === "deg" ? `${number}${symbol}` : `${number}\u00a0${symbol}`;
}
