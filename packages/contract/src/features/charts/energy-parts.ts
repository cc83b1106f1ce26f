import { findMetric } from "../telemetry/metrics.ts";
import type { UseIf } from "./chart-choices.ts";

/**
 * The parts of a container's energy balance: what comes in, and what goes out. No schema library here, and no module of charts
 * at run time: screens import it that draw none.
 */
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

/** The energies that a power measures: of one that flows both ways, two. */
function energiesOf(power: string): Quantity[] {
  return Object.values(quantities).filter((one) => one.power === power);
}

/**
 * What measures the energy of a power. Undefined: what is no power, both directions of one at once, and the negative readings
 * of one that has only one direction, have none.
 */
export function energyOfPower({ metric, useIf }: { metric: string; useIf: UseIf }): Quantity | undefined {
  const known = findMetric(metric);
  // Of a container's own metric, its name tells.
  if (known ? known.unit !== "W" : !metric.endsWith(".power")) return undefined;
  const [first = { power: metric, meter: undefined, useIf: "all" as const }, ...others] = energiesOf(metric);
  const wanted = useIf.startsWith("negative") ? "negative" : useIf.startsWith("positive") ? "positive" : "all";
  const found = [first, ...others].find((one) => one.useIf === wanted);
  if (found) return found;
  return first.useIf === "all" && wanted === "positive" ? first : undefined;
}

/** The metrics whose readings a series is made of. */
export function metricsOfSeries(one: { metric: string; func: string; useIf: UseIf }): string[] {
  const meter = one.func === "energy" ? energyOfPower(one)?.meter : undefined;
  return meter === undefined ? [one.metric] : [one.metric, meter];
}

/** Single devices whose power may be measured beside the total that they are part of. */
export const devicesOf = {
  solar: ["solar.1", "solar.2", "solar.3", "solar.4"],
  generator: ["alternator.1", "alternator.2"],
  load: ["ac", "street_light"],
} as const satisfies Partial<Record<EnergyPart, readonly string[]>>;

/**
 * Up to this share of a total, what it has beyond its devices is no device of its own: chargers lose two to three per cent
 * between the panels, where one of the meters may be, and the battery, where the other is, and each is off by up to one.
 */
export const meterAccuracy = 0.05;
/** Chargers count in steps of 10 Wh, and a total and its devices are not read in the same second. */
const stepsWh = 20;

/** Whether what a source has beyond its devices, Wh, be it less than nothing, is only the difference of their meters. */
export function isOfMeters(beyondWh: number, totalWh: number): boolean {
  return Math.abs(beyondWh) < Math.max(meterAccuracy * totalWh, stepsWh);
}

/**
 * What single devices gave, Wh, from what their own powers come to: as far as meters explain how these differ from the
 * total, they share the total, which is the same on every screen.
 * @param parts With the total of each source, Wh; null: not measured.
 */
export function asPartsOf(
  parts: Readonly<Record<"solar" | "generator", { total: number | null }>>,
  ownWh: Readonly<Record<string, number>>,
): Record<string, number> {
  const shared = { ...ownWh };
  for (const whole of ["solar", "generator"] as const) {
    const known = devicesOf[whole].filter((device) => ownWh[device] !== undefined);
    const sum = known.reduce((wh, device) => wh + (ownWh[device] ?? 0), 0);
    const { total } = parts[whole];
    if (total === null || sum <= 0 || !isOfMeters(total - sum, total)) continue;
    for (const device of known) shared[device] = ((ownWh[device] ?? 0) * total) / sum;
  }
  return shared;
}
