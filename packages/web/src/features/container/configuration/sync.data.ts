import type { SyncDirection, SyncQuestion } from "@offgrid/contract/configuration/config-sync";
import type { SyncReport } from "@offgrid/contract/configuration/config-sync.calls";

import { type Answer, call, type Input } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";

export type SyncRuleInput = Omit<Input<"setSyncConfig">, "containerId">;

/** Both sides of a container's settings, and how they differ. */
export function useContainerSetting(containerId: string) {
  return useCall("getContainerSetting", { containerId }, { select: ({ data }: Answer<"getContainerSetting">) => data });
}

const callOf = {
  portalToController: "syncPortalToController",
  controllerToPortal: "syncControllerToPortal",
} as const satisfies Record<SyncDirection, string>;

/** What would be done. @throws ApiError */
export async function previewSync(containerId: string, { direction, except = [] }: SyncQuestion): Promise<SyncReport> {
  return (await call(callOf[direction], { containerId, except: [...except] })).data;
}

/** Does what was shown, and nothing else. @throws ApiError config_changed, config_on_trial, ... */
export async function applySync(
  containerId: string,
  { direction, except = [] }: SyncQuestion,
  preview: string,
): Promise<SyncReport> {
  try {
    return (await call(callOf[direction], { containerId, except: [...except], dryRun: false, preview })).data;
  } finally {
    refresh("getContainerSetting", "getConfiguration");
  }
}

export async function saveSyncRule(containerId: string, rule: SyncRuleInput): Promise<void> {
  await call("setSyncConfig", { containerId, ...rule });
  refresh("getContainerSetting");
}
