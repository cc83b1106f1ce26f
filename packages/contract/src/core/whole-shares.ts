/**
 * What parts are of their sum in whole per cent, by the largest remainder: rounded each for itself they may come to 99 or
 * 101. Of equal remainders the first is rounded up.
 * @param parts None below 0.
 * @param sum What they are to add up to, a whole number.
 * @returns They add up to 100, or to that sum, or to 0 where all parts are 0.
 */
export function wholeShares(parts: readonly number[], sum = 100): number[] {
  const all = parts.reduce((total, part) => total + part, 0);
  if (all <= 0) return parts.map(() => 0);
  const exact = parts.map((part) => (part / all) * sum);
  const whole = exact.map(Math.floor);
  const left = sum - whole.reduce((total, share) => total + share, 0);
  const rest = (index: number) => exact[index]! - whole[index]!;
  const up = new Set([...parts.keys()].toSorted((one, other) => rest(other) - rest(one)).slice(0, left));
  return whole.map((share, index) => (up.has(index) ? share + 1 : share));
}
