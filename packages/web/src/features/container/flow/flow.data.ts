import { seriesPerChart, tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { thinDayFrom } from "../local-day.ts";

const dataOf = (answer: Answer<"getChartData">) => answer.data;

/** Histories of the metrics over the last 24 h by quarter hours; single readings where there are few. */
export function useLastDay(containerId: string, zone: string, metrics: readonly string[]) {
  const series = metrics.slice(0, seriesPerChart).map((metric) => ({ containerId, metric, func: "average" as const }));
  const options = { select: dataOf, refetchInterval: 2 * tickMs, enabled: series.length > 0 };
  const quarters = useCall("getChartData", { period: "day", zone, groupBy: "15m", series }, options);
  const thinFrom = quarters.data && thinDayFrom(quarters.data);
  const readings = useCall(
    "getChartData",
    { period: "day", zone, groupBy: "raw", series },
    { ...options, enabled: thinFrom !== undefined, retry: false },
  );
  return {
    data: (thinFrom === undefined ? undefined : readings.data) ?? quarters.data,
    error: quarters.error,
    isPending: quarters.isPending,
    isFetching: quarters.isPending,
    refetch: quarters.refetch,
  };
}
