interface Base {
  /** By the wall clock, as it was given. */
  atMs: number;
  /** The same instant by `performance.now()`. */
  monotonicMs: number;
}

/**
 * How long ago something was, where the wall clock may jump: while this program runs, no more than has gone by. A gateway
 * without a battery clock starts in the past and is set right by hours at once, in which no compressor has rested.
 */
export class Elapsed {
  readonly #bases = new Map<string, Base>();

  /** @param atMs When it was, by the wall clock. @returns At most the time by either clock, never below 0. */
  since(name: string, atMs: number, nowMs: number): number {
    const byWallMs = Math.max(0, nowMs - atMs);
    const known = this.#bases.get(name);
    if (known?.atMs === atMs) return Math.min(byWallMs, performance.now() - known.monotonicMs);
    this.#bases.set(name, { atMs, monotonicMs: performance.now() - byWallMs });
    return byWallMs;
  }
}
