/** The parts of a container's energy balance: what comes in, and what goes out. No schema library here: screens import it. */
export const givingParts = ["solar", "generator", "gridIn", "batteryOut"] as const;
export const takingParts = ["load", "batteryIn", "gridOut", "losses"] as const;
export const energyParts = [...givingParts, ...takingParts] as const;
export type EnergyPart = (typeof energyParts)[number];
