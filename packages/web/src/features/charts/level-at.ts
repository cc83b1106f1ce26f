import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { PlotLine } from "../../domain/charts/drawn-series.ts";

/** What a rule can begin with: warn when the metric passes this value. */
export interface Level {
  metric: string;
  /** In the unit of the metric. */
  level: number;
  type: "above" | "below";
}

/**
 * The level of the first line that was measured at an instant: a value in the lower half of what is drawn is a level to
 * fall below, one in the upper half to rise above. Energies and formulas have no level, as rules look at readings. Pure.
 */
export function levelAt(
  lines: readonly Pick<PlotLine, "quantity" | "unit" | "values">[],
  t: readonly number[],
  atMs: number,
): Level | undefined {
  const index = t.reduce((best, ms, one) => (Math.abs(ms - atMs) < Math.abs((t[best] ?? 0) - atMs) ? one : best), 0);
  for (const { quantity, unit, values } of lines) {
    const value = values[index];
    const metric = quantity === null ? undefined : findMetric(quantity);
    if (quantity === null || value === undefined || value === null) continue;
    if (metric?.kind !== "gauge" || metric.unit !== unit) continue;
    const measured = values.filter((one) => one !== null);
    const middle = (Math.min(...measured) + Math.max(...measured)) / 2;
    // Nobody means a level by more digits than can be read off a chart.
    return { metric: quantity, level: Number(value.toPrecision(3)), type: value < middle ? "below" : "above" };
  }
  return undefined;
}
