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

/** Later than any instant, and so little that two of them are still less than what lists put between two states. */
const neverMs = 4e12;

/**
 * Among containers of one state, less is worse: the longest cut and what comes soonest first. Where a part of the loads is
 * cut, how soon the rest will be says more than since when, and no cut to come, or one in doubt, is better than any.
 */
export function energyWithin({ level, since, cutAt, countsOff }: EnergyState): number {
  if (level === "cut_partly") return cutAt === null || countsOff ? neverMs + instantMs(since) : instantMs(cutAt);
  return instantMs(since ?? cutAt);
}

function instantMs(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant);
}
