import type { LocaleCode } from "@offgrid/contract/core/constants";
import { findMetric, metrics } from "@offgrid/contract/telemetry/metrics";

/** The metrics that a column may be, by their names in the reader's language; those of the container itself last. */
export function metricOptions(locale: LocaleCode, own: readonly string[]): { value: string; label: string }[] {
  const known = Object.entries(metrics)
    .filter(([name]) => !findMetric(name)?.isOwn)
    .map(([value, metric]) => ({ value, label: metric[locale] }))
    .sort((one, other) => one.label.localeCompare(other.label, locale, { numeric: true }));
  const others = [...new Set(own)].filter((name) => !findMetric(name));
  return [...known, ...others.map((name) => ({ value: name, label: name }))];
}
