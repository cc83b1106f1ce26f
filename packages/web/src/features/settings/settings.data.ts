import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { takeOwnUnits } from "../../domain/account/own-units.data.ts";

export type PortalSettings = Answer<"getPortalSetting">;
export type PortalHealth = Answer<"getPortalHealth">["data"];
export type SettingChanges = Input<"savePortalSetting">;

/** What one look at the installation found. */
export type DoctorLook = Answer<"doctorRun">["data"];

export type SendingState = Answer<"getSendingServices">["data"][number];
export type SendingChange = Input<"saveSendingService">;

export type ServiceTestInput = Input<"portalServiceTest">;
export type ServiceTestResult = Answer<"portalServiceTest">["data"]["result"];

/** What outside services and mail do changes by itself. */
const healthEveryMs = 30_000;

export function usePortalSettings() {
  return useCall("getPortalSetting", {});
}

export function usePortalHealth() {
  return useCall("getPortalHealth", {}, { select: ({ data }) => data, refetchInterval: healthEveryMs });
}

/** Looks once when the screen is opened, and again when somebody says so. */
export function useDoctorLook() {
  return useCall(
    "doctorRun",
    {},
    { select: ({ data }) => data, staleTime: Infinity, refetchOnMount: "always", refetchOnReconnect: false },
  );
}

/** @throws ApiError, such as bad_input where days contradict each other. */
export async function saveSettings(changes: SettingChanges): Promise<void> {
  await call("savePortalSetting", changes);
  refresh("getPortalSetting", "getAppVersion");
  if ("units" in changes) await takeOwnUnits();
}

/** @param picture Base64; null: the usual one again. @throws ApiError bad_input with what is wrong with it. */
export async function saveLogo(picture: string | null): Promise<void> {
  await call("savePortalLogo", { picture });
  refresh("getPortalSetting");
}

export function useSendingServices() {
  return useCall("getSendingServices", {}, { select: ({ data }) => data });
}

/** @throws ApiError, such as bad_input with what is wrong by field. */
export async function saveSending(change: SendingChange): Promise<void> {
  await call("saveSendingService", change);
  // What people may choose as channels, and how mail goes out, follow it.
  refresh("getSendingServices", "getPortalHealth", "channelList");
}

export async function testService(test: ServiceTestInput): Promise<ServiceTestResult> {
  const { result } = (await call("portalServiceTest", test)).data;
  refresh("getPortalHealth");
  return result;
}
