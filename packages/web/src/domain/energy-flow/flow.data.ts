import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { seriesPerChart, tickMs } from "@offgrid/contract/core/constants";
import { useMemo } from "react";

import type { Answer, Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { flowMetrics } from "./flow-balance.ts";

/** What a container sends of the metrics of the flow; the same list until they change. */
export function useFlowMetrics({ values }: Pick<ContainerInfoV4, "values">): string[] {
  const has = flowMetrics.filter((metric) => Object.hasOwn(values, metric)).join(" ");
  return useMemo(() => has.split(" ").filter((metric) => metric !== ""), [has]);
}

/** The question for the histories of the metrics over the last 24 h, and how often it is asked. */
export function lastDay(containerId: string, zone: string, metrics: readonly string[]) {
  const series = metrics.slice(0, seriesPerChart).map((metric) => ({ containerId, metric, func: "average" as const }));
  return {
    question: { period: "day", zone, series } satisfies Omit<Input<"getChartData">, "groupBy">,
    options: { refetchInterval: 2 * tickMs, enabled: series.length > 0 },
  };
}

/** Histories of the metrics over the last 24 h by quarter hours. */
export function useQuartersOfLastDay(containerId: string, zone: string, metrics: readonly string[]) {
  const { question, options } = lastDay(containerId, zone, metrics);
  const select = ({ data }: Answer<"getChartData">) => data;
  return useCall("getChartData", { ...question, groupBy: "15m" }, { ...options, select });
}
