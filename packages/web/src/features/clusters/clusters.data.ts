import type { Cluster } from "@offgrid/contract/clusters/clusters.schema";
import { tickMs } from "@offgrid/contract/core/constants";

import { type Answer, type Input, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type { Cluster };

/** The clusters that the person sees, fetched again at each tick. */
export function useClusters() {
  return useCall(
    "clusterList",
    {},
    { refetchInterval: tickMs, select: (answer: Answer<"clusterList">) => answer.data },
  );
}

/** May the person make clusters? Each cluster says for itself whether they may change it. */
export function useMayMakeClusters(): boolean {
  return useCan("clusterSave");
}

/**
 * Makes or changes a cluster.
 * @returns Its id.
 * @throws ApiError, such as cluster_name_used.
 */
export async function saveCluster(cluster: Input<"clusterSave">): Promise<string> {
  const { data } = await call("clusterSave", cluster);
  refreshClusters();
  return data.id;
}

/** @throws ApiError, such as cluster_shared. */
export async function deleteCluster(id: string): Promise<void> {
  await call("clusterDelete", { id });
  refreshClusters();
}

/** Containers name their cluster, too. */
function refreshClusters(): void {
  refresh("clusterList", "getSitesV2");
}
