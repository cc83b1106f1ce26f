import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";

import type { TimeRange } from "../../../ui/period-range.ts";

/** A chart as it is looked at, to be shown to somebody else: with its time, and of the container that it was chosen for. Pure. */
export function seenChart(
  definition: ChartDefinition,
  { fromMs, toMs }: TimeRange,
  containerId: string | undefined,
): ChartDefinition {
  const series = definition.series.map((one) =>
    one.kind === "metric" && one.of.kind === "$container" && containerId !== undefined
      ? { ...one, of: { kind: "containers" as const, ids: [containerId] } }
      : one,
  );
  return { ...definition, series, period: "custom", from: Math.round(fromMs), to: Math.round(toMs), tags: [] };
}
