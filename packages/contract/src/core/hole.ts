const longestGapMs = 60_000;
const longestGapLooks = 3;

/** The longest time without a look, ms, that is no hole. @param everyMs Time between two looks. */
export function longestGap(everyMs: number): number {
  return Math.max(longestGapMs, longestGapLooks * everyMs);
}

/**
 * Without a look for so long, nobody knows what was in between: what has to last begins again. A clock that was set back
 * leaves such a hole too.
 * @param everyMs Time between two looks.
 */
export function isHole(gapMs: number, everyMs: number): boolean {
  return gapMs < 0 || gapMs > longestGap(everyMs);
}
