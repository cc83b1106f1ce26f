import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { EnergyMark } from "../energy-state/energy-mark.tsx";
import { isEnergyOld } from "../energy-state/energy-words.ts";
import { useEnergyWords } from "../energy-state/use-energy-words.ts";

/** How a container is supplied, in a word; where nothing new has come, how it was. */
export function RowEnergy({ container, now }: { container: ContainerRow; now: number }) {
  const words = useEnergyWords();
  return <EnergyMark level={container.energy.level} isLastKnown={isEnergyOld({ ...container, now }, words)} />;
}
