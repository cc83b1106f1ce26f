import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { PlotLine } from "../../../domain/charts/drawn-series.ts";

/** What a rule can begin with: warn when the metric passes this value. */
export interface Level {
  metric: string;
  /** In the unit of the metric. */
  level: number;
  type: "above" | "below";
}

/** That of a line, by which it is chosen among others. */
export interface LineLevel extends Level {
  id: string;
  title: string;
  unit: PlotLine["unit"];
}

/**
 * The levels of the lines that were measured at an instant: a value in the lower half of what is drawn is a level to fall
 * below, one in the upper half to rise above. Energies and formulas have no level, as rules look at readings. Pure.
 */
export function levelsAt(
  lines: readonly Pick<PlotLine, "id" | "title" | "quantity" | "unit" | "values">[],
  t: readonly number[],
  atMs: number,
): LineLevel[] {
  const index = t.reduce((best, ms, one) => (Math.abs(ms - atMs) < Math.abs((t[best] ?? 0) - atMs) ? one : best), 0);
  return lines.flatMap(({ id, title, quantity, unit, values }): LineLevel[] => {
    const value = values[index];
    const metric = quantity === null ? undefined : findMetric(quantity);
    if (quantity === null || value === undefined || value === null) return [];
    if (metric?.kind !== "gauge" || metric.unit !== unit) return [];
    const measured = values.filter((one) => one !== null);
    const middle = (Math.min(...measured) + Math.max(...measured)) / 2;
    // Nobody means a level by more digits than can be read off a chart.
    const level = Number(value.toPrecision(3));
    return [{ id, title, unit, metric: quantity, level, type: value < middle ? "below" : "above" }];
  });
}
