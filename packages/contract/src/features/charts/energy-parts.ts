/** The parts of a container's energy balance: what comes in, and what goes out. No schema library here: screens import it. */
export const givingParts = ["solar", "generator", "gridIn", "batteryOut"] as const;
export const takingParts = ["load", "batteryIn", "gridOut", "losses"] as const;
export const energyParts = [...givingParts, ...takingParts] as const;
/**
 * Where consumption came from; "sun", "generator" and "grid": directly, "battery", "generatorStored" and "gridStored":
 * from each of these earlier, through the battery, "unknown": not measured, or more than all sources gave.
 */
export const energyOrigins = [
  "sun",
  "battery",
  "generator",
  "generatorStored",
  "grid",
  "gridStored",
  "unknown",
] as const;
export type EnergyOrigin = (typeof energyOrigins)[number];
export type EnergyPart = (typeof energyParts)[number];

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
 * What measures each energy: the only list, for the balance of a container, the sums of a fleet, the energy of today,
 * the origins of the consumption and the columns of an imported file.
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

/** Single devices whose power may be measured beside the total that they are part of. */
export const devicesOf = {
  solar: ["solar.1", "solar.2", "solar.3", "solar.4"],
  generator: ["alternator.1", "alternator.2"],
  load: ["ac", "street_light"],
} as const satisfies Partial<Record<EnergyPart, readonly string[]>>;
