import type { BatteryAlarm } from "@offgrid/contract/devices/battery-alarms";
import type { Device, ValueAt } from "@offgrid/contract/devices/device.schema";
import {
  deviceFacts,
  type DeviceFacts,
  type DeviceMoment,
  isDeviceOnline,
} from "@offgrid/contract/devices/device-facts";
import { leftOutBy, settingOf } from "@offgrid/contract/devices/device-settings";
import type { DeviceStatus } from "@offgrid/contract/devices/devices.calls";
import type { DevicesSection } from "@offgrid/contract/devices/devices.schema";
import type { DeviceTypeInput } from "@offgrid/contract/device-types/device-types.schema";
import { typeOfDevice } from "@offgrid/contract/device-types/type-of-device";

export interface KnownOfDevices extends DeviceMoment {
  devices: readonly Device[];
  values: Readonly<Record<string, ValueAt>>;
  /** Of the container's battery. */
  alarms: readonly BatteryAlarm[];
  /** What is set of the devices, and what their controller says that it follows. */
  wanted: DevicesSection;
  running: DevicesSection;
  types: readonly KnownType[];
}

type KnownType = Pick<DeviceTypeInput, "id" | "name" | "kind" | "maker" | "model">;

/** What a container's devices are and how they answer. */
export function toStatus(known: KnownOfDevices): DeviceStatus[] {
  const facts = deviceFacts(known.devices, known.values, { ...known, leftOut: leftOutBy(known.running) });
  const bank = bankOf(facts);
  return facts.map((one): DeviceStatus => {
    const { device, kind, state, metrics, lastReplyMs } = one;
    const { name = null, type: chosen } = settingOf(known.wanted, device.id);
    const type = typeOfDevice(device, chosen, known.types);
    return {
      ...device,
      name,
      deviceType: type ? { id: type.id, name: type.name } : null,
      kind: kind ?? null,
      state,
      online: isDeviceOnline(state) ?? null,
      lastSeen: lastReplyMs === undefined ? null : new Date(lastReplyMs).toISOString(),
      values: Object.fromEntries(metrics.flatMap((name) => (known.values[name] ? [[name, known.values[name]]] : []))),
      alarms: one === bank ? [...known.alarms] : [],
    };
  });
}

/** Alarms are judged by the whole bank: they are of the device that reports it, else of the only battery. */
function bankOf(facts: readonly DeviceFacts[]): DeviceFacts | undefined {
  const batteries = facts.filter(({ kind }) => kind === "battery");
  return batteries.find(({ metrics }) => metrics.includes("battery.soc")) ?? batteries[0];
}
