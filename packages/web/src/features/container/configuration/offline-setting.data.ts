import { tickMs } from "@offgrid/contract/core/constants";
import type { SilenceTimes } from "@offgrid/contract/offline-setting/offline-bounds";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

/** The last frames that came of a container, newest first; asked for again with each tick. */
export function useLastArrivals(containerId: string) {
  const select = ({ data }: Answer<"getLastArrivals">) => data;
  return useCall("getLastArrivals", { containerId }, { select, staleTime: 0, refetchInterval: tickMs });
}

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
