/**
 * The instant of the replay that stands for one that somebody asked for: each represents the time until the next, so the last
 * one that is not later, else the first. Undefined: nothing was measured.
 */
export function instantFor(instants: readonly number[], askedMs: number): number | undefined {
  return instants.findLast((instant) => instant <= askedMs) ?? instants[0];
}

/** The instant that is shown after a step of the replay; undefined: the present, after the last one. */
export function nextInstant(instants: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined) return instants[0];
  return instants.find((instant) => instant > atMs);
}
