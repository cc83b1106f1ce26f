import type { SilenceTimes } from "@offgrid/contract/offline-setting/offline-bounds";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

/** When a container that is silent counts as lost. */
export function useOfflineSetting(containerId: string) {
  return useCall("getOfflineSetting", { containerId }, { select: ({ data }: Answer<"getOfflineSetting">) => data });
}

export function useMaySetOffline(): boolean {
  return useCan("saveOfflineSetting");
}

/**
 * The signs of life have a form of their own, and stay as they are.
 * @param timesSeen What the change was made of: another version is refused.
 * @throws ApiError config_changed
 */
export async function saveOfflineSetting(containerId: string, times: SilenceTimes, timesSeen: number): Promise<void> {
  try {
    await call("saveOfflineSetting", { containerId, ...times, timesSeen });
  } finally {
    refresh("getOfflineSetting", "getContainerInfoV4", "getSitesV2");
  }
}
