import { fullHour } from "./blackout-forecast.ts";
import type { PastForecast } from "./forecast.store.ts";
import { type SolarStep, hourMs } from "./solar-model.ts";

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

/** The hours of kept forecasts, and of the hours that none of them has what is computed of them now. Oldest first. */
export function withComputed(
  kept: readonly PastHour[],
  computed: readonly SolarStep[],
): (PastHour & { isKept: boolean })[] {
  const known = new Set(kept.map(({ atMs }) => atMs));
  const rest = computed.filter(({ atMs }) => !known.has(atMs));
  return [
    ...kept.map((hour) => ({ ...hour, isKept: true })),
    ...rest.map(({ atMs, p50 }) => ({ atMs, likelyW: p50, isKept: false })),
  ].toSorted((one, other) => one.atMs - other.atMs);
}
