import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { isSameValue } from "@offgrid/contract/configuration/config-doc";

import type { ContainerAutomations } from "./automations.data.ts";

/** The automations of a container as people look at them: what is wanted beside what runs. Pure. */

/**
 * - `runs`: its controller has it as it is here.
 * - `coming`: it is wanted, and the controller has not taken it yet.
 * - `changing`: the controller still runs another version of it.
 * - `leaving`: it was removed here, and the controller still runs it.
 * - `refused`: the controller does not take it.
 */
export type Standing = "runs" | "coming" | "changing" | "leaving" | "refused";

export interface AutomationRow {
  id: string;
  automation: Automation;
  standing: Standing;
}

/** In the order of their age. */
export function rowsOf({ wanted, reported, faults }: ContainerAutomations): AutomationRow[] {
  const running = reported?.setting ?? {};
  // Where nobody has asked for anything, what runs is what is wanted.
  const asked = wanted?.setting ?? (wanted === null ? running : {});
  const ids = [...new Set([...Object.keys(asked), ...Object.keys(running)])].sort();
  return ids.flatMap((id): AutomationRow[] => {
    const [here, there] = [asked[id], running[id]];
    const automation = here ?? there;
    if (!automation) return [];
    return [{ id, automation, standing: standingOf(here, there, Object.hasOwn(faults, id)) }];
  });
}

function standingOf(here: Automation | undefined, there: Automation | undefined, isRefused: boolean): Standing {
  if (!here) return "leaving";
  if (isRefused) return "refused";
  if (!there) return "coming";
  return isSameValue(here as never, there as never) ? "runs" : "changing";
}

/** The word for whether it acts. */
export function actingWord({ enabled, shadow }: Automation): "isOn" | "isOff" | "isWatched" {
  if (!enabled) return "isOff";
  return shadow ? "isWatched" : "isOn";
}

/** Those that a change here is about, by id. */
export function automationOf(own: ContainerAutomations | undefined, id: string): Automation | undefined {
  const row = own && rowsOf(own).find((one) => one.id === id);
  return row?.standing === "leaving" ? undefined : row?.automation;
}
