/** The contactors between the inverter and the three phases, where a plant has them. */
import { loadGroups, phaseShares } from "./loads.ts";
import type { PlantDesign } from "./plant.design.ts";

type Load = keyof typeof phaseShares;

/** Contactors that a command has opened, by number. */
interface Contactors {
  openedPhases: readonly number[];
}

/** How much of a load still has power, 0..1. */
export function connectedShare(design: PlantDesign, { openedPhases }: Contactors, load: Load): number {
  if (design.phases === 1 || openedPhases.length === 0) return 1;
  return phaseShares[load].reduce((sum, share, index) => (openedPhases.includes(index + 1) ? sum : sum + share), 0);
}

/** The only phase that a load hangs on; undefined: there are no phases, or it hangs on several. */
export function onlyPhaseOf(design: PlantDesign, load: Load): number | undefined {
  const place = phaseShares[load].indexOf(1);
  return design.phases === 1 || place < 0 ? undefined : place + 1;
}

/** How much of what a load draws flows over a phase, 0..1. @param phase From 1. */
export function shareOfPhase(design: PlantDesign, contactors: Contactors, load: Load, phase: number): number {
  if (contactors.openedPhases.includes(phase)) return 0;
  const connected = connectedShare(design, contactors, load);
  return connected === 0 ? 0 : (phaseShares[load][phase - 1] ?? 0) / connected;
}

/** The phases have power as long as the plant itself has not dropped every group of loads. */
export function hasPhases({ shed }: { shed: readonly unknown[] }): boolean {
  return shed.length < loadGroups.length;
}

export function isPhaseConnected(state: Contactors & { shed: readonly unknown[] }, phase: number): boolean {
  return hasPhases(state) && !state.openedPhases.includes(phase);
}
