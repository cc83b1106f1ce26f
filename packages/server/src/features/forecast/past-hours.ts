import { fullHour } from "./blackout-forecast.ts";
import type { PastForecast } from "./forecast.store.ts";
import { hourMs } from "./solar-model.ts";

export interface PastHour {
  atMs: number;
  likelyW: number;
}

/**
 * What kept forecasts expected of the hours of a range that are over: of each hour the newest forecast that has it.
 * @param kept Oldest first.
 */
export function pastSolar(kept: readonly PastForecast[], range: { fromMs: number; toMs: number }): PastHour[] {
  const hours = new Map<number, number>();
  for (const { madeAtMs, solar } of kept) {
    const first = fullHour(madeAtMs);
    for (const [index, likelyW] of solar.entries()) {
      const atMs = first + index * hourMs;
      if (atMs >= range.fromMs && atMs < range.toMs) hours.set(atMs, likelyW);
    }
  }
  return [...hours].toSorted(([one], [other]) => one - other).map(([atMs, likelyW]) => ({ atMs, likelyW }));
}
