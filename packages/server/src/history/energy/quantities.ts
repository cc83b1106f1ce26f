import { type EnergyPart, quantities } from "@offgrid/contract/charts/energy-parts";

/** The power and the meter that measure the same energy. */
export type EnergyMetrics = readonly [power: string, meter: string];

/** Stands for a metric that there is not. */
export const noMetric = "";

/**
 * What is integrated from readings and summaries as it is: of what flows against the sign of a power, these keep no
 * areas, so that only its meter is.
 */
export function metricsOf(part: EnergyPart): EnergyMetrics {
  const { power, meter = noMetric, useIf } = quantities[part];
  return [useIf === "negative" ? noMetric : power, meter];
}

/** Every metric that measures an energy. */
export const energyMetricNames: readonly string[] = Object.values(quantities).flatMap(({ power, meter }) =>
  meter === undefined ? [power] : [power, meter],
);
