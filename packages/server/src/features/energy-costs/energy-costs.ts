import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";

/** What bought energy costs, by its prices. Pure. */

/** What was measured over a span; undefined: not measured. */
export interface BoughtEnergy {
  generatorHours: number | undefined;
  generatorWh: number | undefined;
  gridWh: number | undefined;
}

export interface Costs {
  fuelL: number | null;
  fuelCost: number | null;
  gridCost: number | null;
}

/** Fuel by the hour and by the energy together; what needs a quantity that was not measured is not known. */
export function costsOf(
  { generatorHours, generatorWh, gridWh }: BoughtEnergy,
  prices: EnergyPrices | undefined,
): Costs {
  if (!prices) return { fuelL: null, fuelCost: null, gridCost: null };
  const { fuelPricePerLitre, litresPerHour, litresPerKwh, gridPricePerKwh } = prices;
  const byHour = times(litresPerHour, generatorHours);
  const byEnergy = times(litresPerKwh, kwh(generatorWh));
  const isSet = litresPerHour !== null || litresPerKwh !== null;
  const fuelL = isSet && byHour !== undefined && byEnergy !== undefined ? byHour + byEnergy : null;
  return {
    fuelL,
    fuelCost: fuelL === null || fuelPricePerLitre === null ? null : fuelL * fuelPricePerLitre,
    gridCost: gridPricePerKwh === null ? null : (times(gridPricePerKwh, kwh(gridWh)) ?? null),
  };
}

/** Nothing where the factor is not set; undefined where the quantity is not known. */
function times(factor: number | null, quantity: number | undefined): number | undefined {
  if (factor === null) return 0;
  return quantity === undefined ? undefined : factor * quantity;
}

const kwh = (wh: number | undefined) => (wh === undefined ? undefined : wh / 1_000);
