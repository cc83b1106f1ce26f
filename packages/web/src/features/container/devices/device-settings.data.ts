import { type Answer, call, type Input } from "../../../core/api/call.ts";
import { refresh, showAnswer } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { seenVersions } from "../configuration/configuration.data.ts";

export type DeviceSettingView = Answer<"getDeviceSetting">["data"];
export type DeviceChanges = Input<"setDeviceSetting">["settings"];
export type KnownType = Answer<"getDeviceTypes">["data"][number];

/** Asked again until the controller has answered. */
const openEveryMs = 3_000;

export function useDeviceSetting(containerId: string, deviceId: string) {
  return useCall(
    "getDeviceSetting",
    { containerId, deviceId },
    {
      select: ({ data }: Answer<"getDeviceSetting">) => data,
      refetchInterval: ({ state }) => {
        const known = state.data?.data.state;
        return known === "waiting" || known === "sent" ? openEveryMs : false;
      },
    },
  );
}

export function useKnownTypes() {
  return useCall("getDeviceTypes", {}, { select: ({ data }: Answer<"getDeviceTypes">) => data });
}

export function useMaySetDevices(): boolean {
  return useCan("setDeviceSetting");
}

/** @throws ApiError config_changed, config_on_trial, ... */
export async function saveDevice(containerId: string, seen: DeviceSettingView, settings: DeviceChanges): Promise<void> {
  try {
    const deviceId = seen.device.id;
    const answer = await call("setDeviceSetting", { containerId, deviceId, settings, seen: seenVersions(seen) });
    showAnswer("getDeviceSetting", { containerId, deviceId }, answer);
  } finally {
    refresh("getDeviceSetting", "getDeviceStatus", "getConfiguration", "getDeviceTypes");
  }
}
