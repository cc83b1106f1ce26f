const longestGapMs = 60_000;
const longestGapLooks = 3;

/**
 * Without a look for so long, nobody knows what was in between: what has to last begins again. A clock that was set back
 * leaves such a hole too.
 * @param everyMs Time between two looks.
 */
export function isHole(gapMs: number, everyMs: number): boolean {
  return gapMs < 0 || gapMs > Math.max(longestGapMs, longestGapLooks * everyMs);
}
