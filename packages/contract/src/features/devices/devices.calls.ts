import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { ConfigFault, configSection, SeenVersions } from "../../core/config-section.ts";
import { batteryAlarms } from "./battery-alarms.ts";
import { Device, ValueAt } from "./device.schema.ts";
import { deviceStates } from "./device-facts.ts";
import { deviceKindNames } from "./device-kinds.ts";
import { deviceFields } from "./device-settings.ts";
import { DeviceSetting } from "./devices.schema.ts";

const containerId = z.string().min(1).max(64);
const deviceId = z.string().min(1).max(64);

/**
 * A device as it was announced and measured last:
 *
 * - `answering`: its newest value is not stale.
 * - `silent`: the controller is there, the device does not answer.
 * - `gateway_silent`: nothing is known, since its controller is away.
 * - `never`: it has never sent a value.
 * - `no_values`: it has no values of its own.
 * - `left_out`: its controller does not read it, as somebody set it.
 */
export const DeviceStatus = z.object({
  ...Device.shape,
  name: z.string().nullable().describe("What people call it; null: nobody has named it"),
  kind: z.enum(deviceKindNames).nullable().describe("Null: the portal has no word for its type"),
  deviceType: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null: of none that is known here"),
  state: z.enum(deviceStates),
  online: z.boolean().nullable().describe("Whether it answers; null: nothing tells, since it has no values"),
  lastSeen: Instant.nullable().describe("When its newest value was measured; null: never"),
  values: z.record(z.string(), ValueAt),
  alarms: z.array(z.enum(batteryAlarms)).describe("What is wrong with it by its own reports"),
});
export type DeviceStatus = z.output<typeof DeviceStatus>;

/** The settings of one device on both sides. */
export const DeviceSettingView = z.object({
  device: Device,
  settable: z.array(z.enum(deviceFields)).describe("What its controller can set of it"),
  ...configSection(DeviceSetting).shape,
  faults: z.partialRecord(z.enum(deviceFields), ConfigFault).describe("Values that the controller did not take"),
  waitsForStart: z.array(z.enum(deviceFields)).describe("What the controller has taken, and uses when it starts again"),
});
export type DeviceSettingView = z.output<typeof DeviceSettingView>;

export const deviceCalls = {
  getDeviceStatus: {
    summary:
      "The devices of a container as they were announced and measured last: whether each answers, its values with their instants, its alarms.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId }),
    output: z.object({ data: z.array(DeviceStatus) }),
  },
  getDeviceSetting: {
    summary: "The settings of a device as they are wanted and as its controller reports them.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId, deviceId }),
    output: z.object({ data: DeviceSettingView }),
  },
  setDeviceSetting: {
    summary:
      "Set what a device is called, which type it is of, where it is, how often it is read, or that it is not read. What is left out stays; null takes a value back, and what the controller's own file says counts again. It is the section `devices` of the configuration, and reaches the controller as setConfiguration says; an address counts when the controller starts again.",
    access: "configure",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      containerId,
      deviceId,
      settings: z.strictObject({
        name: DeviceSetting.shape.name.nullable(),
        type: DeviceSetting.shape.type.nullable(),
        address: DeviceSetting.shape.address.nullable(),
        pollSeconds: DeviceSetting.shape.pollSeconds.nullable(),
        enabled: DeviceSetting.shape.enabled.nullable(),
      }),
      seen: SeenVersions.optional(),
    }),
    output: z.object({ data: DeviceSettingView }),
    errors: ["config_changed", "config_on_trial", "works_by_other"],
  },
} as const satisfies CallMap;
