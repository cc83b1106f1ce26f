import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";

import type { EnergyWords } from "./use-energy-words.ts";

/** States that say all is well, which goes on being true only while values come. */
const goodLevels = ["generator_running", "normal", "charging", "full"] as const;

/**
 * A state of energy in a word or two; of one that was well, and of which nothing new comes, what it was.
 * @param count How many containers are in it.
 */
export function stateWord(level: EnergyLevel, { t, isLastKnown }: Pick<EnergyWords, "t" | "isLastKnown">, count = 1) {
  const good = goodLevels.find((one) => isLastKnown && one === level);
  return t(good ? `was.${good}` : `word.${level}`, { count });
}
