import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import type { EnergyFacts } from "../energy-state/energy-words.ts";

/** What the sentence on the energy of a container is told from. */
export function energyFacts({ energy, soc, zoneName: zone, everyS }: ContainerRow, now: number): EnergyFacts {
  return { energy, soc, zone, everyS, now };
}
