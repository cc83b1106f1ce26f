import { tickMs } from "@offgrid/contract/core/constants";

import { type Answer, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { type FineHistory, readings, useFiner } from "../../domain/container/use-finer.ts";
import { quiet } from "../../ui/async.tsx";

/** May the person put containers into clusters? */
export function useMayGroup(): boolean {
  return useCan("clusterSave");
}

export type ClusterRow = Answer<"clusterList">["data"][number];

/** The clusters that the person sees. @param isWanted False while they are not needed. */
export function useClusters(isWanted: boolean) {
  return useCall("clusterList", {}, { enabled: isWanted, select: ({ data }) => data });
}

/**
 * Puts containers into a cluster that is there, or into a new one.
 * @throws ApiError cluster_incomplete, cluster_name_used
 */
export async function addToCluster(
  cluster: Pick<ClusterRow, "name" | "containers"> & { id?: string },
  containerIds: readonly string[],
): Promise<void> {
  const containers = [...new Set([...cluster.containers, ...containerIds])];
  await call("clusterSave", {
    ...(cluster.id === undefined ? {} : { id: cluster.id }),
    name: cluster.name,
    containers,
  });
  refresh("clusterList", "getSitesV2");
}

/** What the chart of a comparison can show. */
export const comparedMetrics = { soc: "battery.soc", solar: "solar.power", load: "load.power" } as const;
export type ComparedMetric = keyof typeof comparedMetrics;

export type HistoryAnswer = FineHistory;

/** The history of today in a zone, by quarter hours: one column per container, in their order. */
export function useComparedHistory(
  containerIds: readonly string[],
  metric: ComparedMetric,
  zone: string,
  view: ChartZoom["view"],
) {
  const series = containerIds.map((containerId) => ({
    containerId,
    metric: comparedMetrics[metric],
    func: "average" as const,
  }));
  const quarters = useCall(
    "getChartData",
    { period: "today", zone, groupBy: "15m", series },
    { enabled: series.length > 0, refetchInterval: 2 * tickMs, select: ({ data }) => data },
  );
  return useFiner(quiet(quarters), { zone, series }, view, readings);
}
