/** The instant that is shown after a step of the replay; undefined: the present, after the last one. */
export function nextInstant(instants: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined) return instants[0];
  return instants.find((instant) => instant > atMs);
}
