import type { deviceCalls } from "@offgrid/contract/devices/devices.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { Now } from "../../core/now.ts";
import { expectedEveryS, statusOf, toValues } from "../containers/container-row.ts";
import { mustFind } from "../containers/containers.store.ts";
import { toStatus } from "./device-status.ts";

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  getDeviceStatus: async ({ containerId }, context) => {
    const stored = await mustFind(context.db, context.actor, containerId);
    const moment = momentOf(context);
    const known = {
      devices: stored.devices ?? [],
      values: toValues(stored),
      alarms: stored.alarms ?? [],
      everyS: expectedEveryS(stored),
      isOnline: statusOf(stored, moment) === "online",
      nowMs: moment.now.ms,
    };
    return { data: toStatus(known) };
  },
};

function momentOf({ clock, portalStartedAtMs }: Pick<CallContext, "clock" | "portalStartedAtMs">) {
  return { now: new Now(clock.now()), portalStartedAtMs };
}
