import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyLevel, EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

/** States of energy in which a container needs someone, worst first. */
export const badLevels = [
  "cut",
  "cut_partly",
  "cut_ahead",
  "generator_ahead",
  "below_reserve",
  "unknown",
] as const satisfies EnergyLevel[];
export type BadLevel = (typeof badLevels)[number];

/** Those in which it needs nobody. */
export const wellLevels = ["generator_running", "computing", "normal", "charging", "full"] as const satisfies Exclude<
  EnergyLevel,
  BadLevel
>[];

export function isBad(level: EnergyLevel): level is BadLevel {
  return (badLevels as readonly EnergyLevel[]).includes(level);
}

/** Place of a state of energy among all, the worst first: less is worse. */
export function energyRank(level: EnergyLevel): number {
  return energyLevels.indexOf(level);
}

/** Among containers of one state, less is worse: the longest cut and what comes soonest first. */
export function energyWithin({ since, cutAt }: EnergyState): number {
  const instant = since ?? cutAt;
  return instant === null ? 0 : Date.parse(instant);
}
