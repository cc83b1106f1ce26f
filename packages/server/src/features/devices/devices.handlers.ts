import type { deviceCalls } from "@offgrid/contract/devices/devices.calls";
import { readableDevices } from "@offgrid/contract/devices/devices.schema";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { Now } from "../../core/now.ts";
import { findConfig } from "../configuration/configuration.store.ts";
import { expectedEveryS, statusOf, toValues } from "../containers/container-row.ts";
import { mustFind } from "../containers/containers.store.ts";
import * as types from "../device-types/device-types.store.ts";
import { setDevice, viewOf } from "./device-setting.ts";
import { toStatus } from "./device-status.ts";

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  getDeviceStatus: async ({ containerId }, context) => {
    const { db } = context;
    const stored = await mustFind(db, context.actor, containerId);
    const config = await findConfig(db, containerId);
    const moment = momentOf(context);
    const known = {
      devices: stored.devices ?? [],
      values: toValues(stored),
      alarms: stored.alarms ?? [],
      everyS: expectedEveryS(stored),
      isOnline: statusOf(stored, moment) === "online",
      nowMs: moment.now.ms,
      wanted: readableDevices(config?.wanted?.["devices"]),
      running: readableDevices(config?.doc?.["devices"]),
      types: await types.listHeads(db),
    };
    return { data: toStatus(known) };
  },

  getDeviceSetting: async ({ containerId, deviceId }, context) => ({
    data: await viewOf(context, containerId, deviceId),
  }),

  setDeviceSetting: async ({ containerId, deviceId, settings, seen }, context) => {
    await setDevice(context, { containerId, deviceId, settings, seen });
    return { data: await viewOf(context, containerId, deviceId) };
  },
};

function momentOf({ clock, portalStartedAtMs }: Pick<CallContext, "clock" | "portalStartedAtMs">) {
  return { now: new Now(clock.now()), portalStartedAtMs };
}
