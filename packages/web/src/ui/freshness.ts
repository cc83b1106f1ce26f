import { staleAfterMs, toEpochMs } from "@offgrid/contract/core/constants";

/** How much a figure can be relied on by its age; `none`: there never was one. */
export type Freshness = "fresh" | "late" | "stale" | "none";

/**
 * Judges the age of a figure: fresh up to two intervals, late up to three, then stale.
 * @param at When it was measured, epoch seconds or milliseconds; undefined: never.
 * @param everyS Expected seconds between two figures; > 0.
 */
export function freshnessOf(at: number | undefined, everyS: number, nowMs: number): Freshness {
  if (at === undefined) return "none";
  const age = ageMs(at, nowMs);
  if (age <= 2 * everyS * 1000) return "fresh";
  return age <= staleAfterMs(everyS) ? "late" : "stale";
}

/** Age in milliseconds; a figure from a clock ahead of ours is 0 old. */
export function ageMs(at: number, nowMs: number): number {
  return Math.max(0, nowMs - toEpochMs(at));
}
