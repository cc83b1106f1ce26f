import {
  deviceFields,
  type DeviceField,
  type DeviceSetting,
  pollLimits,
  readAddress,
} from "@offgrid/contract/devices/device-settings";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import { readNumber, writeNumber } from "../../../core/typed-number.ts";
import type { DeviceChanges } from "./device-settings.data.ts";

/** What someone types about a device, and what it means. Pure. */

export interface DeviceTexts {
  name: string;
  /** Empty: the one of its maker and model. */
  type: string;
  address: string;
  pollSeconds: string;
  enabled: boolean;
}

export type DeviceFaults = Partial<Record<"address" | "pollSeconds", true>>;

export function textsOfDevice(setting: DeviceSetting | null, locale: LocaleCode): DeviceTexts {
  const { name = "", type = "", address = "", pollSeconds, enabled = true } = setting ?? {};
  return { name, type, address, pollSeconds: writeNumber(pollSeconds, locale), enabled };
}

function valueOf(field: DeviceField, texts: DeviceTexts): string | number | boolean | null {
  // Read is what every device is that nobody has left out.
  if (field === "enabled") return texts.enabled ? null : false;
  const text = texts[field].trim();
  if (text === "") return null;
  return field === "pollSeconds" ? (readNumber(text) ?? NaN) : text;
}

/** @returns What was changed, or the fields that mean nothing. */
export function readDevice(
  texts: DeviceTexts,
  before: DeviceTexts,
  settable: readonly DeviceField[],
): { changes: DeviceChanges } | { wrong: DeviceFaults } {
  const changed = deviceFields.filter((field) => settable.includes(field) && texts[field] !== before[field]);
  const values = new Map(changed.map((field) => [field, valueOf(field, texts)]));
  const [address, seconds] = [values.get("address"), values.get("pollSeconds")];
  const wrong: DeviceFaults = {
    ...(typeof address === "string" && !readAddress(address) && { address: true }),
    ...(typeof seconds === "number" &&
      !(seconds >= pollLimits.from && seconds <= pollLimits.to) && { pollSeconds: true }),
  };
  if (Object.keys(wrong).length > 0) return { wrong };
  return { changes: Object.fromEntries(values) as DeviceChanges };
}
