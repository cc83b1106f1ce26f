import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { missing } from "../../core/format.ts";
import { HoursLeftFigure } from "../energy-state/hours-left-figure.tsx";
import type { EnergyWords } from "../energy-state/use-energy-words.ts";
import { isNeverSeen } from "./container-facts.ts";
import { batteryNow } from "./energy-facts.ts";

/** How long the loads of a container of a list will have power. */
export function RowHoursLeft({ container, now, words }: { container: ContainerRow; now: number; words: EnergyWords }) {
  // Its state says why nothing is known of it.
  if (isNeverSeen(container)) return missing;
  return (
    <HoursLeftFigure
      energy={container.energy}
      forecast={container.blackout}
      battery={batteryNow(container, now)}
      everyS={container.everyS}
      zone={container.zoneName}
      now={now}
      words={words}
    />
  );
}
