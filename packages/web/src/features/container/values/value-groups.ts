import type { ValueAt } from "@offgrid/contract/devices/device.schema";
import { findMetric, type Metric, metrics } from "@offgrid/contract/telemetry/metrics";

/** Groups of the catalogue in the order of the screen; a container's own come after them. */
export const knownGroups = [
  "solar",
  "battery",
  "load",
  "inverter",
  "generator",
  "alternator",
  "grid",
  "phase",
  "ac",
  "street_light",
  "relay",
  "inside",
  "outside",
  "door",
  "tank",
  "losses",
  "network",
  "controller",
  "position",
] as const;
export type KnownGroup = (typeof knownGroups)[number];

/** One latest value with what is known about its metric. */
export interface LatestValue {
  name: string;
  /** In the reader's language; a container's own metric keeps its name. */
  label: string;
  metric?: Metric;
  value: number;
  /** When it was measured, epoch ms. */
  atMs: number;
}

export interface ValueGroup {
  /** First word of its metrics. */
  id: string;
  values: LatestValue[];
}

const catalogueOrder = new Map(Object.keys(metrics).map((name, index) => [name, index]));

/**
 * Latest values by the first word of their metric, in the order of the catalogue.
 * @param labelOf Names a metric in the reader's language.
 */
export function groupValues(
  values: Readonly<Record<string, ValueAt>>,
  labelOf: (metric: string) => string,
): ValueGroup[] {
  const groups = new Map<string, LatestValue[]>();
  for (const [name, { value, at }] of Object.entries(values)) {
    const metric = findMetric(name);
    const id = name.split(".")[0]!;
    const known = { name, label: labelOf(name), value, atMs: Date.parse(at) };
    groups.set(id, [...(groups.get(id) ?? []), metric ? { ...known, metric } : known]);
  }
  return [...groups]
    .map(([id, list]) => ({ id, values: list.sort(inOrder) }))
    .sort((one, other) => place(one.id) - place(other.id) || one.id.localeCompare(other.id));
}

/** The groups with only those values whose label or name holds a text; empty groups go. */
export function searchValues(groups: readonly ValueGroup[], text: string): ValueGroup[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [...groups];
  return groups
    .map(({ id, values }) => ({
      id,
      values: values.filter(({ label, name }) => label.toLowerCase().includes(wanted) || name.includes(wanted)),
    }))
    .filter(({ values }) => values.length > 0);
}

export function isKnownGroup(id: string): id is KnownGroup {
  return knownGroups.some((known) => known === id);
}

function place(id: string): number {
  const index = knownGroups.findIndex((known) => known === id);
  return index === -1 ? knownGroups.length : index;
}

function inOrder(one: LatestValue, other: LatestValue): number {
  const rank = ({ name }: LatestValue) => catalogueOrder.get(name) ?? Number.MAX_SAFE_INTEGER;
  return rank(one) - rank(other) || one.name.localeCompare(other.name, "en", { numeric: true });
}
