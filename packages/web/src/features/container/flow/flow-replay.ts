import { fixedStepMs } from "@offgrid/contract/core/zone-time";

const quarterMs = fixedStepMs["15m"];

/**
 * The instant of the replay that stands for one that somebody asked for: of the quarter hour that it is in, which all zones
 * share, the last one that is not later, else the first. Undefined: nothing was measured in it, and what was before may be
 * hours old.
 */
export function instantFor(instants: readonly number[], askedMs: number): number | undefined {
  const startMs = Math.floor(askedMs / quarterMs) * quarterMs;
  const held = instants.filter((instant) => instant >= startMs && instant < startMs + quarterMs);
  return held.findLast((instant) => instant <= askedMs) ?? held[0];
}

/** The instant that is shown after a step of the replay; undefined: the present, after the last one. */
export function nextInstant(instants: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined) return instants[0];
  return instants.find((instant) => instant > atMs);
}
