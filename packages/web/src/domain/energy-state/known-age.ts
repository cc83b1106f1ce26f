import { batchS, staleAfterMs } from "@offgrid/contract/core/constants";
import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

import { formatSilence } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import type { EnergyWords } from "./use-energy-words.ts";

/** A state of energy, and how often the container sends. */
export interface Known {
  energy: EnergyState;
  /** Expected seconds between two values. */
  everyS: number;
  /** The present, epoch ms. */
  now: number;
}

/** For how long nothing has come of its energy; 0: what is known is not old, and more is coming. */
export function silentMs({ energy: { at }, everyS, now }: Known, { isLastKnown }: EnergyWords): number {
  if (at === null) return 0;
  const age = ageMs(Date.parse(at), now);
  // What is collected for a minute comes that late without anything being wrong.
  if (isLastKnown) return Math.max(1, age);
  return age > staleAfterMs(Math.max(everyS, batchS)) ? age : 0;
}

/** How long ago it was known how a container is supplied; undefined: it is known now. */
export function knownAge(known: Known, words: EnergyWords): string | undefined {
  const silent = silentMs(known, words);
  return silent > 0 ? formatSilence(silent, words.locale) : undefined;
}
