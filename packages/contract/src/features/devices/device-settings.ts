/**
 * What can be set of a device, and under which key of the section `devices` each value is: `solar.1/pollSeconds`. One key
 * for each value, so that two people who change two values do not stand in each other's way, and a controller refuses the
 * one that it cannot take. No schema library here: screens import it whole.
 */

export const deviceFields = ["name", "type", "address", "pollSeconds", "enabled"] as const;
export type DeviceField = (typeof deviceFields)[number];

/** Left out: nothing is set, and what the controller's own file says counts. */
export interface DeviceSetting {
  /** What people call it. */
  name?: string;
  /** Id of a type. */
  type?: string;
  /** Host and port, such as 192.168.1.10:502. */
  address?: string;
  /** Seconds between two readings. */
  pollSeconds?: number;
  /** False: it is not read. */
  enabled?: boolean;
}

/** A controller takes these when it starts again. */
export const fieldsOfNextStart: readonly DeviceField[] = ["address"];

export const pollLimits = { from: 1, to: 3_600 } as const;

/** Load protection decides by the charge and takes the last reading for the present one. */
export const slowestBatterySeconds = 60;

/** The keys of a section by which a battery would be read too seldom for load protection. */
export function tooSlowKeys(section: Section, devices: readonly { id: string; type: string }[]): string[] {
  const keys = devices.filter(({ type }) => type === "battery").map(({ id }) => deviceKey(id, "pollSeconds"));
  return keys.filter((key) => Number(section[key] ?? 0) > slowestBatterySeconds);
}

/** A device with another id keeps the settings of its controller's file. */
const settableId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,50}$/;

export function isSettableId(id: string): boolean {
  return settableId.test(id);
}

export const deviceKey = (id: string, field: DeviceField) => `${id}/${field}`;

/** A key taken apart; undefined: it is none. */
export function deviceOfKey(key: string): { id: string; field: DeviceField } | undefined {
  const [id = "", name, ...rest] = key.split("/");
  const field = deviceFields.find((one) => one === name);
  return field !== undefined && rest.length === 0 && isSettableId(id) ? { id, field } : undefined;
}

type Section = Readonly<Record<string, unknown>>;

/** What a section says of one device. @param section Checked by its schema. */
export function settingOf(section: Section | null | undefined, id: string): DeviceSetting {
  const entries = deviceFields.flatMap((field) => {
    const value = section?.[deviceKey(id, field)];
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(entries) as DeviceSetting;
}

/** The devices that a section leaves out. */
export function leftOutBy(section: Section | null | undefined): ReadonlySet<string> {
  const keys = Object.keys(section ?? {}).filter((key) => section?.[key] === false);
  return new Set(keys.flatMap((key) => deviceOfKey(key)?.id ?? []));
}

/** Host and port of an address such as 192.168.1.10:502; undefined: it is none. */
export function readAddress(text: string): { host: string; port: number } | undefined {
  const [, host = "", digits = ""] = /^([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return host !== "" && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}
