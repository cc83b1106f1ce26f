import { type Answer, call, type Input } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

export type Details = Answer<"containerGet">["data"];
export type Inventory = Answer<"getInventoryIdSetting">["data"];
export type Credential = Answer<"rotateSecret">["data"];

export function useDetails(containerId: string) {
  return useCall("containerGet", { containerId }, { select: ({ data }) => data });
}

export function useInventory(containerId: string) {
  return useCall("getInventoryIdSetting", { containerId }, { select: ({ data }) => data });
}

/** The clusters to choose from; undefined until they are known, and for those who may not move containers. */
export function useClusters(): Answer<"clusterList">["data"] | undefined {
  const enabled = useCan("clusterSave");
  return useCall("clusterList", {}, { enabled, select: ({ data }) => data }).data;
}

/** The kits to choose from. */
export function useKits() {
  return useCall("kitGet", {}, { select: ({ data }) => data }).data ?? [];
}

export function useMayChange() {
  return {
    details: useCan("containerSave"),
    inventory: useCan("saveInventoryIdSetting"),
    secret: useCan("rotateSecret"),
    retire: useCan("retireContainer"),
    archive: useCan("containerArchive"),
  };
}

/** @throws ApiError */
export async function saveDetails(changes: Input<"containerSave">): Promise<void> {
  await call("containerSave", changes);
  refresh("containerGet", "getContainerInfoV4", "getSites", "getSitesV2", "clusterList", "kitGet", "getWeather");
}

/** @throws ApiError, such as inventory_used. */
export async function saveInventory(containerId: string, inventory: Inventory): Promise<void> {
  await call("saveInventoryIdSetting", { containerId, ...inventory });
  refresh("getInventoryIdSetting");
}

/** @throws ApiError */
export async function rotateSecret(containerId: string, endsOldAtOnce: boolean): Promise<Credential> {
  return (await call("rotateSecret", { containerId, endsOldAtOnce })).data;
}

/** @throws ApiError */
export async function removeContainer(containerId: string, confirmName: string): Promise<void> {
  await call("removeContainer", { containerId, confirmName });
}

/** @throws ApiError */
export async function retireContainer(containerId: string, reason: string): Promise<void> {
  await call("retireContainer", { containerId, reason });
  refreshRetired();
}

/** @throws ApiError */
export async function restoreContainer(containerId: string): Promise<void> {
  await call("restoreContainer", { containerId });
  refreshRetired();
}

/** Whatever says what is in service. */
function refreshRetired(): void {
  refresh("getContainerInfoV4", "getSites", "getSitesV2", "clusterList", "getFleetForecast", "getGeneration");
  refresh("getConsumption", "getWarningUnreadCount", "incidentList");
}

/** Lists without a container that was removed. */
export function forgetRemoved(): void {
  refresh("getSites", "getSitesV2", "clusterList");
}
