import { type Answer, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

/** May the person put containers into clusters? */
export function useMayGroup(): boolean {
  return useCan("clusterSave");
}

/** May the person upgrade several containers together? */
export function useMayUpgradeMany(): boolean {
  return useCan("upgradeCampaignSave");
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
