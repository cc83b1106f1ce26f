import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { kpiMetrics, quarterMs } from "./kpi-history.ts";

/** Histories of leading figures over the last 25 h by quarter hours: one question for all sparklines. */
export function useKpiHistory(containerId: string, zone: string, now: number, metrics: readonly string[] = kpiMetrics) {
  const to = Math.floor(now / quarterMs) * quarterMs;
  const series = metrics.map((metric) => ({ containerId, metric, func: "average" as const }));
  return useCall(
    "getChartData",
    { from: to - 100 * quarterMs, to, zone, groupBy: "15m", series },
    { select: (answer: Answer<"getChartData">) => answer.data, placeholderData: (before) => before },
  );
}
