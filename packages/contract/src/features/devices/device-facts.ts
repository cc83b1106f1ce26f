import { staleAfterMs } from "../../core/constants.ts";
import type { Device, ValueAt } from "./device.schema.ts";
import { type DeviceKind, deviceKindNames, deviceKinds, findDeviceKind } from "./device-kinds.ts";

/**
 * What is known of the devices of a container by what its controller announced and measured. The one place that says
 * when a device answers: calls and screens ask it. No schema library here: screens import it whole.
 */

/** How a device answers. A silent controller says nothing about its devices, which may be fine. */
export const deviceStates = ["answering", "silent", "gateway_silent", "never", "no_values", "left_out"] as const;
export type DeviceState = (typeof deviceStates)[number];

/** A device with what people say of it. */
export interface NamedDevice extends Device {
  /** What they call it. */
  name?: string | undefined;
  /** Of its type. */
  typeName?: string | undefined;
}

export interface DeviceFacts {
  device: NamedDevice;
  kind: DeviceKind | undefined;
  /** Its number among those of its kind, from 1; undefined: it is the only one. */
  number: number | undefined;
  state: DeviceState;
  /** Its metrics that came at least once, in the order of the screen. */
  metrics: string[];
  /** Those of its metrics that are no longer updated while others are. */
  silent: string[];
  /** When its newest value was measured. */
  lastReplyMs: number | undefined;
}

export interface DeviceGroup {
  kind: DeviceKind | "other";
  devices: DeviceFacts[];
}

type Values = Readonly<Record<string, ValueAt>>;

export interface DeviceMoment {
  /** Seconds after which new values are expected. */
  everyS: number;
  /** Of the container. */
  isOnline: boolean;
  nowMs: number;
  /** Devices that their controller does not read, as somebody set it. */
  leftOut?: ReadonlySet<string>;
}

/** Whether a device is there; undefined where nothing tells, since it has no values of its own. */
export function isDeviceOnline(state: DeviceState): boolean | undefined {
  return state === "no_values" ? undefined : state === "answering";
}

/** Metrics that a card shows if the device has them. */
const importance = ["power", "state", "on", "soc", "voltage", "current", "temperature", "level", "signal", "latency"];

/** Each device that the controller announced, with what it measures and how it answers. */
export function deviceFacts(devices: readonly NamedDevice[], values: Values, moment: DeviceMoment): DeviceFacts[] {
  const metricsOf = deviceMetrics(devices, Object.keys(values));
  const isOld = (atMs: number) => moment.nowMs - atMs > staleAfterMs(moment.everyS);
  return devices.map((device, index): DeviceFacts => {
    const kind = findDeviceKind(device.type);
    const { place, count } = placeOf(device, devices);
    const metrics = (metricsOf[index] ?? []).sort(byImportance);
    const times = metrics.map((metric) => Date.parse(values[metric]?.at ?? ""));
    const lastReplyMs = times.length > 0 ? Math.max(...times) : undefined;
    const silent = metrics.filter((_, one) => isOld(times[one]!));
    const isLeftOut = moment.leftOut?.has(device.id) === true;
    return {
      device,
      kind,
      number: count > 1 && place > 0 ? place : undefined,
      state: isLeftOut ? "left_out" : stateOf(kind, lastReplyMs, moment.isOnline, isOld),
      metrics,
      silent: silent.length < metrics.length && moment.isOnline && !isLeftOut ? silent : [],
      lastReplyMs,
    };
  });
}

/** The equipment that the controller announced, by kind. */
export function deviceGroups(devices: readonly NamedDevice[], values: Values, moment: DeviceMoment): DeviceGroup[] {
  const facts = deviceFacts(devices, values, moment);
  const groups = [...deviceKindNames, undefined].map((kind) => ({
    kind: kind ?? ("other" as const),
    devices: facts.filter((one) => one.kind === kind),
  }));
  return groups.filter((group) => group.devices.length > 0);
}

/** Of these metrics, those that each device measures, in the order of the devices. */
export function deviceMetrics(devices: readonly Device[], metrics: readonly string[]): string[][] {
  return devices.map((device) => {
    const kind = findDeviceKind(device.type);
    if (!kind) return [];
    const { place, count } = placeOf(device, devices);
    const own = ownNumber(device, place);
    // Packs have values of their own; the bank has those without a number.
    const isPack = kind === "battery" && count > 1 && !isTotal(device);
    const beginnings = isPack
      ? [`battery.pack.${own}.`]
      : deviceKinds[kind].measures.map((beginning) => beginning.replace("#", own));
    const found = beginnings.flatMap((beginning) => metrics.filter((metric) => metric.startsWith(beginning)));
    return found.filter((metric) => isPack || !metric.startsWith("battery.pack."));
  });
}

/** The number that the metrics of a device have, such as 2 in solar.2.power. */
export const deviceNumber = (device: Device, devices: readonly Device[]): string =>
  ownNumber(device, placeOf(device, devices).place);

/** The one that its id ends with, else its place. */
const ownNumber = ({ id }: Device, place: number) => /\.(\d+)$/.exec(id)?.[1] ?? String(place);

/** Its place among those of its kind, from 1, and how many there are. */
function placeOf(device: Device, devices: readonly Device[]): { place: number; count: number } {
  const kind = findDeviceKind(device.type);
  const alike = devices.filter((other) => findDeviceKind(other.type) === kind && !isTotal(other));
  return { place: alike.indexOf(device) + 1, count: alike.length };
}

function stateOf(
  kind: DeviceKind | undefined,
  lastReplyMs: number | undefined,
  isOnline: boolean,
  isOld: (atMs: number) => boolean,
): DeviceState {
  if (!kind || deviceKinds[kind].measures.length === 0) return isOnline ? "no_values" : "gateway_silent";
  if (lastReplyMs === undefined) return "never";
  if (!isOnline) return "gateway_silent";
  return isOld(lastReplyMs) ? "silent" : "answering";
}

/** A monitor that adds up others, such as the totals of several packs. */
function isTotal({ id }: Device): boolean {
  return id.includes("parallel");
}

function byImportance(one: string, other: string): number {
  const rank = (metric: string) => {
    const words = metric.split(".");
    const place = importance.indexOf(words.at(-1) ?? "");
    // Metrics of the whole come before those of a part.
    return (place === -1 ? importance.length : place) + 20 * (words.length - 2);
  };
  return rank(one) - rank(other) || one.localeCompare(other, "en", { numeric: true });
}

/** Values that no announced device accounts for: sensors of the container and of the controller itself. */
export function looseMetrics(groups: readonly DeviceGroup[], values: Values): string[] {
  const owned = new Set(groups.flatMap(({ devices }) => devices.flatMap(({ metrics }) => metrics)));
  return Object.keys(values).filter((metric) => !owned.has(metric));
}
