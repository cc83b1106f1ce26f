import { z } from "zod";

import { shownName } from "../../core/shown-name.ts";
import { type DeviceField, deviceOfKey, pollLimits, readAddress } from "./device-settings.ts";

const nameMessage = "Please fill a name of 1 to 64 characters.";
const typeMessage = "Please choose a type of device.";
const addressMessage = "Please fill host and port, such as 192.168.1.10:502.";
const pollMessage = `Please fill the seconds between two readings: ${pollLimits.from} to ${pollLimits.to}.`;

/** What is set of a device; what is left out is as the controller's own file says. */
export const DeviceSetting = z.strictObject({
  name: shownName(64).min(1, nameMessage).optional().describe("What people call it"),
  type: z.string({ error: typeMessage }).min(3, typeMessage).max(64, typeMessage).optional().describe("Id of a type"),
  address: z
    .string({ error: addressMessage })
    .max(128, addressMessage)
    .refine((text) => readAddress(text) !== undefined, addressMessage)
    .optional()
    .describe("Host and port; a controller takes it when it starts again"),
  pollSeconds: z
    .number({ error: pollMessage })
    .min(pollLimits.from, pollMessage)
    .max(pollLimits.to, pollMessage)
    .optional()
    .describe("Seconds between two readings"),
  enabled: z.boolean().optional().describe("False: the controller does not read it"),
});

/** Values of devices by key, such as `solar.1/pollSeconds`. */
export const DevicesSection = z.record(z.string().max(64), z.json()).superRefine((section, { addIssue }) => {
  for (const [key, value] of Object.entries(section)) {
    const field = deviceOfKey(key)?.field;
    const fault = field === undefined ? "This is no setting of a device." : faultOf(field, value);
    if (fault !== undefined) addIssue({ code: "custom", path: [key], message: fault });
  }
});
export type DevicesSection = z.output<typeof DevicesSection>;

/** A section as far as it can be read. */
export const ReadableDevices = z.looseObject({}).transform((section) => readableDevices(section));

/** What of a section can be read: a newer controller, or portal, may have set more. */
export function readableDevices(section: unknown): DevicesSection {
  const entries = Object.entries(typeof section === "object" && section !== null ? section : {});
  return Object.fromEntries(entries.filter(([key, value]) => DevicesSection.safeParse({ [key]: value }).success));
}

function faultOf(field: DeviceField, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return DeviceSetting.shape[field].safeParse(value).error?.issues[0]?.message;
}
