import { energyParts } from "@offgrid/contract/charts/energy-parts";

import type { PeriodFigures } from "./period-figures.ts";

/** A week without trouble, measured as a whole; for tests only. */
export function fakeFigures(overrides: Partial<PeriodFigures> = {}): PeriodFigures {
  const none = Object.fromEntries(energyParts.map((part) => [part, undefined])) as PeriodFigures["energies"];
  const whole = Object.fromEntries(energyParts.map((part) => [part, 1])) as PeriodFigures["coverage"];
  return {
    withoutPowerH: 0,
    unservedWh: 0,
    lowestSoc: 40,
    sufficiency: 1,
    generatorH: undefined,
    fuelL: undefined,
    cost: undefined,
    energies: { ...none, solar: 226_000, load: 203_000 },
    coverage: whole,
    measured: 1,
    ...overrides,
  };
}
