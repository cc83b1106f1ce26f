import type { EnergyPart } from "@offgrid/contract/charts/energy-parts";

/** What measures an energy. */
export interface Quantity {
  /** Metric of its power. */
  power: string;
  /** Metric of the meter that counts it. */
  meter: string | undefined;
  /**
   * The readings of the power that are its own, where that power has two directions: all others count as 0, and those
   * of the other direction belong to another energy.
   */
  useIf: "all" | "positive" | "negative";
}

/**
 * What measures each energy: the only list, for the balance of a container, the sums of a fleet, the energy of today and
 * the origins of the consumption.
 */
export const quantities: Readonly<Record<EnergyPart, Quantity>> = {
  solar: { power: "solar.power", meter: "solar.energy", useIf: "all" },
  generator: { power: "generator.power", meter: "generator.energy", useIf: "all" },
  gridIn: { power: "grid.power", meter: "grid.energy", useIf: "positive" },
  batteryOut: { power: "battery.power", meter: "battery.energy_out", useIf: "negative" },
  load: { power: "load.power", meter: "load.energy", useIf: "all" },
  batteryIn: { power: "battery.power", meter: "battery.energy_in", useIf: "positive" },
  gridOut: { power: "grid.power", meter: undefined, useIf: "negative" },
  losses: { power: "losses.power", meter: undefined, useIf: "all" },
};

/** The power and the meter that measure the same energy. */
export type EnergyMetrics = readonly [power: string, meter: string];

/** Stands for a metric that there is not. */
const nothing = "";

/**
 * What is integrated from readings and summaries as it is: of what flows against the sign of a power, these keep no
 * areas, so that only its meter is.
 */
export function metricsOf(part: EnergyPart): EnergyMetrics {
  const { power, meter = nothing, useIf } = quantities[part];
  return [useIf === "negative" ? nothing : power, meter];
}

/** Every metric that measures an energy. */
export const energyMetricNames: readonly string[] = Object.values(quantities).flatMap(({ power, meter }) =>
  meter === undefined ? [power] : [power, meter],
);
