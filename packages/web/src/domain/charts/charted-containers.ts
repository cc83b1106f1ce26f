import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";

import type { TimeRange } from "../../ui/period-range.ts";

/** Containers that a chart names, or its placeholder stands for. */
export function containersOf({ series }: ChartDefinition, containerId: string | undefined): string[] {
  const ids = series.flatMap((one) => {
    if (one.kind !== "metric") return [];
    if (one.of.kind === "containers") return one.of.ids;
    return one.of.kind === "$container" && containerId !== undefined ? [containerId] : [];
  });
  return [...new Set(ids)];
}

/** The range of a drawing. */
export function spanOf({ from, to }: { from: number; to: number }): TimeRange {
  return { fromMs: from, toMs: to };
}
