/** The relays between the inverter and the groups of loads. */
import { type LoadGroup, loadGroups } from "./loads.ts";
import type { PlantDesign } from "./plant.design.ts";

interface Switching {
  shed: readonly LoadGroup[];
  opened: readonly number[];
}

/** Which group each relay feeds, in order; relays beyond these are spares. */
export function relayGroups(design: PlantDesign): readonly LoadGroup[] {
  return loadGroups.filter((group) => group !== "pump" || design.loads.pumpW > 0).slice(0, design.relays);
}

/** A relay that feeds no group is a spare: nothing is connected, and nothing opens it but a command. */
export function isRelayClosed(design: PlantDesign, { opened, shed }: Switching, relay: number): boolean {
  const group = relayGroups(design)[relay - 1];
  return !opened.includes(relay) && (group === undefined || !shed.includes(group));
}

/** The groups without power: shed by the plant, or behind a relay that a command has opened. */
export function groupsOff(design: PlantDesign, { opened, shed }: Switching): LoadGroup[] {
  return [...shed, ...relayGroups(design).filter((_, index) => opened.includes(index + 1))];
}
