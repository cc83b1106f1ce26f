import { chartColors } from "@offgrid/contract/charts/chart-choices";
import { type EnergyPart, givingParts, quantities, takingParts } from "@offgrid/contract/charts/energy-parts";

import type { SeriesColor } from "../../../chart/chart-series.ts";
import type { ShownMetric } from "../../../chart/use-definition.ts";
import type { Energies } from "../../../domain/energy-balance/balance-figures.ts";

/** An energy balance as it is drawn, and as a chart of one's own. Pure. */

export const partColors: Record<EnergyPart, SeriesColor> = {
  solar: "solar",
  generator: "generator",
  gridIn: "info",
  batteryOut: "battery-out",
  load: "load",
  batteryIn: "battery-in",
  gridOut: "info",
  losses: "muted",
};

const taking: readonly EnergyPart[] = takingParts;
export const isTaking = (part: EnergyPart): boolean => taking.includes(part);

/** What there is to draw: parts that were measured, and are more than nothing. */
export function drawnParts(totals: Energies): EnergyPart[] {
  return [...givingParts, ...takingParts].filter((part) => (totals[part] ?? 0) > 0);
}

/** The parts of a balance as a chart can show them: what comes in as one stack, and below it what goes out. */
export function balanceMetrics(parts: readonly EnergyPart[], titleOf: (part: EnergyPart) => string): ShownMetric[] {
  return parts.map((part) => {
    const { power, useIf } = quantities[part];
    const color = chartColors.find((one) => one === partColors[part]);
    return {
      ...{ metric: power, func: "energy", useIf, type: "stack_bar", title: titleOf(part) },
      plot: isTaking(part) ? 1 : 0,
      ...(color !== undefined && { color }),
    };
  });
}
