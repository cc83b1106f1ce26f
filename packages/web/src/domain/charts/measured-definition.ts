import { chartLimits } from "@offgrid/contract/charts/chart-limits";
import { measuredUnit } from "@offgrid/contract/charts/chart-rules";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";

interface Measured {
  name: string;
  containerId: string;
  metrics: readonly string[];
  /** Epoch ms. */
  fromMs: number;
  toMs: number;
  /** Levels to draw beside them, in their unit; with a title where their value does not say what they are. */
  levels?: readonly { value: number; title?: string }[];
}

/**
 * What was measured at a container in a time, as the beginning of a chart of one's own. Each unit has an axis of its own;
 * what finds none any more is left out. Pure.
 */
export function measuredDefinition({
  name,
  containerId,
  metrics,
  fromMs,
  toMs,
  levels = [],
}: Measured): GivenDefinition {
  const of = { kind: "containers" as const, ids: [containerId] };
  const units = [...new Set(metrics.map((metric) => measuredUnit({ metric, func: "average" })))];
  const series = metrics.flatMap((metric, index) => {
    const place = units.indexOf(measuredUnit({ metric, func: "average" }));
    const plot = Math.floor(place / 2);
    const axis = place % 2 === 0 ? ("left" as const) : ("right" as const);
    return plot < chartLimits.plots ? [{ id: `s${index + 1}`, kind: "metric" as const, metric, of, axis, plot }] : [];
  });
  const thresholds = units.length === 1 ? levels.slice(0, chartLimits.thresholds) : [];
  return {
    name: name.slice(0, chartLimits.nameLength),
    period: "custom",
    from: Math.round(fromMs),
    to: Math.round(toMs),
    series,
    ...(thresholds.length > 0 && { thresholds }),
  };
}
