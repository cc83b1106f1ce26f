import { seriesPerChart, tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useFinestDay } from "../container.data.ts";

/** Histories of the metrics over the last 24 h by quarter hours; single readings where there are few. */
export function useLastDay(containerId: string, zone: string, metrics: readonly string[]) {
  const series = metrics.slice(0, seriesPerChart).map((metric) => ({ containerId, metric, func: "average" as const }));
  return useFinestDay({ period: "day", zone, series }, { refetchInterval: 2 * tickMs, enabled: series.length > 0 });
}

/** Energy of the container's own day by where it came from and where it went. */
export function useEnergyToday(containerId: string, zone: string) {
  return useCall(
    "getEnergyBalance",
    { containerId, period: "today", zone, groupBy: "day" },
    { select: ({ data }: Answer<"getEnergyBalance">) => data, refetchInterval: 2 * tickMs },
  );
}
