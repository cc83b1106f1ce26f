import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { outputMetric } from "@offgrid/contract/devices/output-kinds";
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

/** Who keeps an output off for the battery's sake: the equipment by itself, or load protection. */
const protections: ReadonlySet<string> = new Set(["equipment", "protection"]);

/** Those of the open switches that protection keeps open, and since when it does so; undefined: none that is known. */
export function heldSwitches(
  open: readonly string[],
  outputs: readonly Pick<ContainerOutput, "target" | "why">[],
): { switches: string[]; sinceMs: number } | undefined {
  const held = outputs.flatMap(({ target, why }) => {
    const metric = outputMetric(target);
    const isHeld = open.includes(metric) && why !== null && why.value === false && protections.has(why.reason);
    return isHeld ? [{ metric, sinceMs: Date.parse(why.at) }] : [];
  });
  if (held.length === 0) return undefined;
  return { switches: held.map(({ metric }) => metric), sinceMs: Math.min(...held.map(({ sinceMs }) => sinceMs)) };
}
