import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";

export type PortalSettings = Answer<"getPortalSetting">;
export type PortalHealth = Answer<"getPortalHealth">["data"];
export type SettingChanges = Input<"savePortalSetting">;

export type ServiceTest = Input<"portalServiceTest">;
export type ServiceTestResult = Answer<"portalServiceTest">["data"]["result"];

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

/** @param picture Base64; null: the usual one again. @throws ApiError bad_input with what is wrong with it. */
export async function saveLogo(picture: string | null): Promise<void> {
  await call("savePortalLogo", { picture });
  refresh("getPortalSetting");
}

/** The services by which this portal can send a test. */
export function useTestedServices() {
  return useCall(
    "channelList",
    {},
    { select: ({ kinds }: Answer<"channelList">) => testable.filter((kind) => kinds.includes(kind)) },
  );
}
const testable = ["mail", "sms", "telegram"] as const;

export async function testService(test: ServiceTest): Promise<ServiceTestResult> {
  return (await call("portalServiceTest", test)).data.result;
}
