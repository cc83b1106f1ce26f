/**
 * What parts are of their sum in whole per cent, by the largest remainder: rounded each for itself they may come to 99 or
 * 101. Of equal remainders the first is rounded up.
 * @param parts None below 0.
 * @returns They add up to 100, or to 0 where all parts are 0.
 */
export function wholeShares(parts: readonly number[]): number[] {
  const all = parts.reduce((sum, part) => sum + part, 0);
  if (all <= 0) return parts.map(() => 0);
  const exact = parts.map((part) => (part / all) * 100);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((sum, share) => sum + share, 0);
  const rest = (index: number) => exact[index]! - whole[index]!;
  const up = new Set([...parts.keys()].toSorted((one, other) => rest(other) - rest(one)).slice(0, left));
  return whole.map((share, index) => (up.has(index) ? share + 1 : share));
}
