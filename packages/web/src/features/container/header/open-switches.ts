import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { phaseSwitches, relaySwitches } from "@offgrid/contract/telemetry/load-switches";

import { freshnessOf } from "../../../ui/freshness.ts";

const switches: ReadonlySet<string> = new Set([...phaseSwitches, ...relaySwitches]);

/**
 * The metrics of the relays and phases that are open now, while the loads as a whole have power: a part of them is switched
 * off. Where all of them are cut, that is said instead.
 */
export function openSwitches(
  { values, everyS, energy }: Pick<ContainerInfoV4, "values" | "everyS" | "energy">,
  nowMs: number,
): string[] {
  if (energy.level === "cut") return [];
  return Object.entries(values)
    .filter(([metric, { value, at }]) => {
      return switches.has(metric) && value === 0 && freshnessOf(Date.parse(at), everyS, nowMs) !== "stale";
    })
    .map(([metric]) => metric)
    .toSorted();
}
