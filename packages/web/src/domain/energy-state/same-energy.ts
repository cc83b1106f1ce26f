import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import { hashKey } from "@tanstack/react-query";

/** Do two answers say the same of how a container is supplied? When it was measured makes no difference, nor a power. */
export function isSameEnergy(one: EnergyState, other: EnergyState): boolean {
  return said(one) === said(other);
}

/** All of it but those, so that whatever is added to it counts as well. */
function said({ at: _at, generator, ...all }: EnergyState): string {
  return hashKey([all, generator && { ...generator, powerW: null }]);
}
