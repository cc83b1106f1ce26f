/** The parts of a container's energy balance: what comes in, and what goes out. No schema library here: screens import it. */
export const givingParts = ["solar", "generator", "gridIn", "batteryOut"] as const;
export const takingParts = ["load", "batteryIn", "gridOut", "losses"] as const;
export const energyParts = [...givingParts, ...takingParts] as const;
/**
 * Where consumption came from; "sun": directly, "battery": from the sun via the battery, "generator" and "grid":
 * also what they had put into the battery, "unknown": not measured, or more than all sources gave.
 */
export const energyOrigins = ["sun", "battery", "generator", "grid", "unknown"] as const;
export type EnergyOrigin = (typeof energyOrigins)[number];
export type EnergyPart = (typeof energyParts)[number];
