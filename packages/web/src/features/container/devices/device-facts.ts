import type { Device, ValueAt } from "@offgrid/contract/containers/containers.schema";
import { type DeviceKind, deviceKindNames, deviceKinds, findDeviceKind } from "@offgrid/contract/devices/device-kinds";

import { freshnessOf } from "../../../ui/freshness.ts";

/** How a device answers. A silent controller says nothing about its devices, which may be fine. */
export type DeviceState = "answering" | "silent" | "gateway_silent" | "never" | "no_values";

export interface DeviceFacts {
  device: Device;
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

/** Metrics that a card shows if the device has them. */
const importance = ["power", "state", "on", "soc", "voltage", "current", "temperature", "level", "signal", "latency"];

/** The equipment that the controller announced, by kind, with what it measures and how it answers. */
export function deviceGroups(
  devices: readonly Device[],
  values: Readonly<Record<string, ValueAt>>,
  { everyS, isOnline, nowMs }: { everyS: number; isOnline: boolean; nowMs: number },
): DeviceGroup[] {
  const facts = devices.map((device): DeviceFacts => {
    const kind = findDeviceKind(device.type);
    const alike = devices.filter((other) => findDeviceKind(other.type) === kind && !isTotal(other));
    const place = alike.indexOf(device) + 1;
    const metrics = kind ? metricsOf(kind, device, place, alike.length, values) : [];
    const times = metrics.map((metric) => Date.parse(values[metric]?.at ?? ""));
    const lastReplyMs = times.length > 0 ? Math.max(...times) : undefined;
    const isOld = (atMs: number) => freshnessOf(atMs, everyS, nowMs) === "stale";
    const silent = metrics.filter((_, index) => isOld(times[index]!));
    return {
      device,
      kind,
      number: alike.length > 1 && place > 0 ? place : undefined,
      state: stateOf(kind, lastReplyMs, isOnline, isOld),
      metrics,
      silent: silent.length < metrics.length && isOnline ? silent : [],
      lastReplyMs,
    };
  });
  const groups = [...deviceKindNames, undefined].map((kind) => ({
    kind: kind ?? ("other" as const),
    devices: facts.filter((one) => one.kind === kind),
  }));
  return groups.filter((group) => group.devices.length > 0);
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

function metricsOf(
  kind: DeviceKind,
  device: Device,
  place: number,
  count: number,
  values: Readonly<Record<string, ValueAt>>,
): string[] {
  const own = /\.(\d+)$/.exec(device.id)?.[1] ?? String(place);
  // Packs have values of their own; the bank has those without a number.
  const isPack = kind === "battery" && count > 1 && !isTotal(device);
  const beginnings = isPack
    ? [`battery.pack.${own}.`]
    : deviceKinds[kind].measures.map((beginning) => beginning.replace("#", own));
  const found = beginnings.flatMap((beginning) => Object.keys(values).filter((metric) => metric.startsWith(beginning)));
  return found.filter((metric) => isPack || !metric.startsWith("battery.pack.")).sort(byImportance);
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
export function looseMetrics(groups: readonly DeviceGroup[], values: Readonly<Record<string, ValueAt>>): string[] {
  const owned = new Set(groups.flatMap(({ devices }) => devices.flatMap(({ metrics }) => metrics)));
  return Object.keys(values).filter((metric) => !owned.has(metric));
}
