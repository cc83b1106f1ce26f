import { tickMs } from "@offgrid/contract/core/constants";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";

export type MetricHistory = Answer<"getChartData">["data"];

/** One metric over the last 24 h by quarter hours. */
export function useMetricDay(containerId: string, zone: string, metric: string) {
  // Half on and half off is no state: the last one of each quarter of an hour counts.
  const func = findMetric(metric)?.kind === "state" ? ("last" as const) : ("average" as const);
  const series = [{ containerId, metric, func }];
  return useCall(
    "getChartData",
    { period: "day", zone, groupBy: "15m", series },
    { select: (answer: Answer<"getChartData">) => answer.data, refetchInterval: 2 * tickMs },
  );
}
