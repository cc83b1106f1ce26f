import { tickMs } from "@offgrid/contract/core/constants";

import type { ApiError } from "../../../core/api/api-error.ts";
import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";

export type MetricHistory = Answer<"getChartData">["data"];

/** A measured value over the last 24 h by quarter hours. */
export function useMetricDay(containerId: string, zone: string, metric: string) {
  const series = [{ containerId, metric, func: "average" as const }];
  return useCall(
    "getChartData",
    { period: "day", zone, groupBy: "15m", series },
    { select: dataOf, refetchInterval: 2 * tickMs },
  );
}

/**
 * A state over the last 24 h by its single readings, so that no change is missing. Where the readings are more than a
 * chart may have, by quarter hours: half on and half off is no state, so the last one of each counts.
 */
export function useStateDay(containerId: string, zone: string, metric: string) {
  const input = { period: "day" as const, zone, series: [{ containerId, metric, func: "last" as const }] };
  const readings = useCall(
    "getChartData",
    { ...input, groupBy: "raw" },
    { select: dataOf, refetchInterval: ({ state }) => (isRefused(state.error) ? false : 2 * tickMs) },
  );
  const quarters = useCall(
    "getChartData",
    { ...input, groupBy: "15m" },
    { select: dataOf, refetchInterval: 2 * tickMs, enabled: isRefused(readings.error) },
  );
  const isByQuarters = readings.data === undefined && (isRefused(readings.error) || quarters.data !== undefined);
  return isByQuarters ? quarters : readings;
}

function isRefused(error: ApiError | null): boolean {
  return error?.code === "bad_input";
}

const dataOf = (answer: Answer<"getChartData">) => answer.data;
