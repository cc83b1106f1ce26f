import { seriesPerChart, tickMs } from "@offgrid/contract/core/constants";

import { useFinestDay } from "../container.data.ts";

/** Histories of the metrics over the last 24 h by quarter hours; single readings where there are few. */
export function useLastDay(containerId: string, zone: string, metrics: readonly string[]) {
  const series = metrics.slice(0, seriesPerChart).map((metric) => ({ containerId, metric, func: "average" as const }));
  return useFinestDay({ period: "day", zone, series }, { refetchInterval: 2 * tickMs, enabled: series.length > 0 });
}
