import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";

export type MetricHistory = Answer<"getChartData">["data"];

/** One metric over the last 24 h by quarter hours. */
export function useMetricDay(containerId: string, zone: string, metric: string) {
  const series = [{ containerId, metric, func: "average" as const }];
  return useCall(
    "getChartData",
    { period: "day", zone, groupBy: "15m", series },
    { select: (answer: Answer<"getChartData">) => answer.data, refetchInterval: 2 * tickMs },
  );
}
