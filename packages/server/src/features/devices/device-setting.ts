import type { ConfigSection, ConfigValue } from "@offgrid/contract/configuration/config-doc";
import type { Device } from "@offgrid/contract/devices/device.schema";
import type { InputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import {
  type DeviceField,
  deviceFields,
  deviceKey,
  deviceOfKey,
  type DeviceSetting,
  fieldsOfNextStart,
  isSettableId,
  settingOf,
} from "@offgrid/contract/devices/device-settings";
import type { deviceCalls, DeviceSettingView } from "@offgrid/contract/devices/devices.calls";
import { type DevicesSection, ReadableDevices } from "@offgrid/contract/devices/devices.schema";

import type { CallContext } from "../../calls/handler.ts";
import { findConfig, lockConfig } from "../configuration/configuration.store.ts";
import { sectionView, versionsOf } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { mustFind } from "../containers/containers.store.ts";
import * as types from "../device-types/device-types.store.ts";

const section = "devices";

/** The settings of a device on both sides. @throws Refusal not_found */
export async function viewOf(
  { db, actor }: Pick<CallContext, "db" | "actor">,
  containerId: string,
  deviceId: string,
): Promise<DeviceSettingView> {
  const device = await mustFindDevice({ db, actor }, containerId, deviceId);
  const view = sectionView(await findConfig(db, containerId), section, ReadableDevices);
  const ofDevice = (setting: DevicesSection | null) => setting && settingOf(setting, deviceId);
  const running = ofDevice(view.reported?.setting ?? null) ?? {};
  const faults = Object.entries(view.faults).flatMap(([key, fault]) => {
    const found = deviceOfKey(key);
    return found?.id === deviceId ? [[found.field, fault] as const] : [];
  });
  return {
    ...view,
    device,
    settable: settableOf(device),
    wanted: view.wanted && { ...view.wanted, setting: ofDevice(view.wanted.setting) },
    reported: view.reported && { ...view.reported, setting: ofDevice(view.reported.setting) },
    faults: Object.fromEntries(faults),
    waitsForStart: fieldsOfNextStart.filter((field) => isWaiting(device, running, field)),
  };
}

type Order = Pick<InputOf<(typeof deviceCalls)["setDeviceSetting"]>, "containerId" | "deviceId" | "settings" | "seen">;

/** Asks for settings of a device; those of the others stay. @throws Refusal not_found, bad_input, those of `wantSections` */
export async function setDevice(context: CallContext, { containerId, deviceId, settings, seen }: Order): Promise<void> {
  const { db, audit } = context;
  audit({ target: containerId });
  const device = await mustFindDevice(context, containerId, deviceId);
  await mustBePossible(context, device, settings);
  // A report that comes now must not make the change one of an older version.
  const config = await lockConfig(db, containerId);
  const before = config?.wanted?.[section] ?? config?.doc?.[section] ?? {};
  const order = {
    containerId,
    sections: { [section]: sectionWith(before, deviceId, settings) },
    // Devices that are left out stay as they are: what is set now must be what they were read from.
    seen: seen ?? versionsOf(config),
    fieldOf: (path: string) => `settings.${deviceOfKey(path.slice(section.length + 1))?.field ?? ""}`,
  };
  await wantSections(order, context);
}

/** @throws Refusal not_found when the container is out of sight, or has no such device. */
async function mustFindDevice(
  { db, actor }: Pick<CallContext, "db" | "actor">,
  containerId: string,
  deviceId: string,
): Promise<Device> {
  const { devices } = await mustFind(db, actor, containerId);
  const device = devices?.find(({ id }) => id === deviceId);
  if (!device) throw new Refusal("not_found");
  return device;
}

/** Of one whose id makes no key of the section nothing can be set. */
function settableOf({ id, settable = [] }: Device): DeviceField[] {
  if (!isSettableId(id)) return [];
  return deviceFields.filter((field) => settable.includes(field));
}

/** @throws Refusal bad_input, by the field. */
async function mustBePossible({ db }: CallContext, device: Device, settings: Order["settings"]): Promise<void> {
  const settable = settableOf(device);
  const given = deviceFields.filter((field) => settings[field] !== undefined);
  const fields: Record<string, string> = {};
  for (const field of given) if (!settable.includes(field)) fields[`settings.${field}`] = notSettable;
  if (given.length === 0) fields["settings"] = "Please fill full fields";
  if (typeof settings.type === "string" && !(await types.listHeads(db)).some(({ id }) => id === settings.type))
    fields["settings.type"] = "There is no such type of device.";
  if (Object.keys(fields).length > 0) throw new Refusal("bad_input", { fields });
}

const notSettable = "Its controller cannot set this of this device.";

/** The section with these values of a device; what is null is taken out. */
function sectionWith(before: ConfigSection, deviceId: string, settings: Order["settings"]): ConfigSection {
  const values = new Map<string, ConfigValue>(Object.entries(before));
  for (const field of deviceFields) {
    const value = settings[field];
    if (value === null) values.delete(deviceKey(deviceId, field));
    else if (value !== undefined) values.set(deviceKey(deviceId, field), value);
  }
  return Object.fromEntries(values);
}

/** Its controller has taken the value and still uses another one. */
function isWaiting(device: Device, running: DeviceSetting, field: DeviceField): boolean {
  return field === "address" && running.address !== undefined && running.address !== device.address;
}
