import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { batteryAlarms } from "../containers/battery-alarms.ts";
import { Device, ValueAt } from "../containers/containers.schema.ts";
import { deviceStates } from "./device-facts.ts";
import { deviceKindNames } from "./device-kinds.ts";

const containerId = z.string().min(1).max(64);

/**
 * A device as it was announced and measured last:
 *
 * - `answering`: its newest value is not stale.
 * - `silent`: the controller is there, the device does not answer.
 * - `gateway_silent`: nothing is known, since its controller is away.
 * - `never`: it has never sent a value.
 * - `no_values`: it has no values of its own.
 */
export const DeviceStatus = z.object({
  ...Device.shape,
  kind: z.enum(deviceKindNames).nullable().describe("Null: the portal has no word for its type"),
  state: z.enum(deviceStates),
  online: z.boolean().nullable().describe("Whether it answers; null: nothing tells, since it has no values"),
  lastSeen: Instant.nullable().describe("When its newest value was measured; null: never"),
  values: z.record(z.string(), ValueAt),
  alarms: z.array(z.enum(batteryAlarms)).describe("What is wrong with it by its own reports"),
});
export type DeviceStatus = z.output<typeof DeviceStatus>;

export const deviceCalls = {
  getDeviceStatus: {
    summary:
      "The devices of a container as they were announced and measured last: whether each answers, its values with their instants, its alarms.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId }),
    output: z.object({ data: z.array(DeviceStatus) }),
  },
} as const satisfies CallMap;
