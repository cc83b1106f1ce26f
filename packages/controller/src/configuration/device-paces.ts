import type { Device } from "@offgrid/contract/devices/device.schema";
import { type DeviceField, isSettableId, settingOf } from "@offgrid/contract/devices/device-settings";
import type { DevicesSection } from "@offgrid/contract/devices/devices.schema";

import type { Driver } from "../drivers/driver.ts";
import type { DeviceFieldsById } from "./settings.ts";

/** What this controller can set of a device: its name and type are only kept, for the portal. */
function fieldsOf({ paces }: Pick<Driver, "paces">, { id, address }: Device): DeviceField[] {
  if (!isSettableId(id)) return [];
  const isPaced = paces?.ids.includes(id) === true;
  return ["name", "type", ...(address === undefined ? [] : ["address" as const]), ...(isPaced ? paceFields : [])];
}

const paceFields = ["pollSeconds", "enabled"] as const;

export function deviceFieldsOf(driver: Pick<Driver, "devices" | "paces">): DeviceFieldsById {
  return new Map(driver.devices.map((device) => [device.id, fieldsOf(driver, device)]));
}

/** The devices as a birth announces them. */
export function announcedDevices(driver: Pick<Driver, "devices" | "paces">): Device[] {
  return driver.devices.map((device) => ({ ...device, settable: fieldsOf(driver, device) }));
}

/** Reads each device as often as is set, or not at all. */
export function applyPaces({ paces }: Pick<Driver, "paces">, section: DevicesSection): void {
  for (const id of paces?.ids ?? []) {
    const { pollSeconds, enabled } = settingOf(section, id);
    paces?.set(id, {
      everyMs: pollSeconds === undefined ? undefined : Math.round(pollSeconds * 1_000),
      isRead: enabled !== false,
    });
  }
}
