import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";

export type PortalSettings = Answer<"getPortalSetting">;
export type PortalHealth = Answer<"getPortalHealth">["data"];
export type SettingChanges = Input<"savePortalSetting">;

/** What outside services and mail do changes by itself. */
const healthEveryMs = 30_000;

export function usePortalSettings() {
  return useCall("getPortalSetting", {});
}

export function usePortalHealth() {
  return useCall("getPortalHealth", {}, { select: ({ data }) => data, refetchInterval: healthEveryMs });
}

/** @throws ApiError, such as bad_input where days contradict each other. */
export async function saveSettings(changes: SettingChanges): Promise<void> {
  await call("savePortalSetting", changes);
  refresh("getPortalSetting", "getAppVersion");
}
