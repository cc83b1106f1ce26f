import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

/** Do two answers say the same of how a container is supplied? When it was measured makes no difference. */
export function isSameEnergy(one: EnergyState, other: EnergyState): boolean {
  return (
    one.level === other.level &&
    one.since === other.since &&
    one.cutAt === other.cutAt &&
    one.backAt === other.backAt &&
    one.back?.earliest === other.back?.earliest &&
    one.back?.latest === other.back?.latest &&
    one.ended?.to === other.ended?.to
  );
}
