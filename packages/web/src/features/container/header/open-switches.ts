import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { loadSwitches } from "@offgrid/contract/telemetry/load-switches";

import type { Judge } from "../../../ui/use-freshness.ts";

const switches: ReadonlySet<string> = new Set(loadSwitches);

/**
 * The metrics of the relays and phases that are open now, while the loads as a whole have power: a part of them is switched
 * off. Where all of them are cut, that is said instead.
 */
export function openSwitches(
  { values, everyS, energy }: Pick<ContainerInfoV4, "values" | "everyS" | "energy">,
  nowMs: number,
  judge: Judge,
): string[] {
  if (energy.level === "cut") return [];
  return Object.entries(values)
    .filter(([metric, { value, at }]) => {
      return switches.has(metric) && value === 0 && judge(Date.parse(at), everyS, nowMs) !== "stale";
    })
    .map(([metric]) => metric)
    .toSorted();
}

/** Is none of the switches that are known closed? Where all are open, that is no part of the loads. */
export function areAllOpen({ values }: Pick<ContainerInfoV4, "values">, open: readonly string[]): boolean {
  return open.length > 0 && Object.keys(values).every((metric) => !switches.has(metric) || open.includes(metric));
}
