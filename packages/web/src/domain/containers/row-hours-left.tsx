import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { HoursLeftFigure } from "../energy-state/hours-left-figure.tsx";
import type { EnergyWords } from "../energy-state/use-energy-words.ts";
import { batteryNow } from "./energy-facts.ts";

/** How long the loads of a container of a list will have power. */
export function RowHoursLeft({ container, now, words }: { container: ContainerRow; now: number; words: EnergyWords }) {
  return (
    <HoursLeftFigure
      energy={container.energy}
      forecast={container.blackout}
      battery={batteryNow(container, now)}
      zone={container.zoneName}
      now={now}
      words={words}
    />
  );
}
