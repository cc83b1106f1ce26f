import { tickMs } from "@offgrid/contract/core/constants";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { Seen } from "../configuration/setting-draft.ts";

/** What load protection does now. */
export function useProtectionNow(containerId: string) {
  const select = ({ data }: Answer<"getAutoLoadProtection">) => data;
  return useCall("getAutoLoadProtection", { containerId }, { select, refetchInterval: tickMs });
}

/** As it is wanted and as it runs. */
export function useProtectionSetting(containerId: string) {
  return useCall("loadProtectGet", { containerId }, { select: ({ data }: Answer<"loadProtectGet">) => data });
}

export function useMaySetProtection(): boolean {
  return useCan("loadProtectSet");
}

/**
 * Asks for a setting.
 * @param seen What the change was made of: another version is refused.
 * @returns What whoever takes it back has seen.
 * @throws ApiError config_changed, config_on_trial, ...
 */
export async function saveProtection(containerId: string, setting: LoadProtection, seen: Seen): Promise<Seen> {
  try {
    return seenVersions((await call("loadProtectSet", { containerId, seen, ...setting })).data);
  } finally {
    refresh("getConfiguration", "loadProtectGet", "getAutoLoadProtection");
  }
}
