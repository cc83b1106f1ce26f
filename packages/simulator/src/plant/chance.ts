/** Random numbers as functions of (seed, place in the sequence): the same arguments always give the same value. */

/**
 * A well-mixed 32-bit number from a seed and an index.
 * @param index Any safe integer; only its lower 42 bits count.
 * @see MurmurHash3 finaliser, Austin Appleby (public domain).
 */
function mix(seed: number, index: number): number {
  let h = (seed ^ Math.imul(index | 0, 0x9e3779b1) ^ Math.imul(Math.floor(index / 0x1_0000_0000) | 0, 0x85ebca6b)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The number in [0, 1) of this seed and index. */
export function chance(seed: number, index: number): number {
  return mix(seed, index) / 0x1_0000_0000;
}

/** A seed of its own for each purpose, so that clouds and loads of one plant do not move together. */
export function subSeed(seed: number, purpose: number): number {
  return mix(seed, purpose ^ 0x5bd1e995);
}

/**
 * Smooth random curve through time (value noise): random values at multiples of the period, joined by a curve whose
 * slope and curvature have no jumps. Any instant can be computed without those before it.
 * @returns A number in [0, 1) with mean 0.5.
 */
export function smoothNoise(seed: number, atMs: number, periodMs: number): number {
  const position = atMs / periodMs;
  const index = Math.floor(position);
  const x = position - index;
  const from = chance(seed, index);
  const to = chance(seed, index + 1);
  return from + (to - from) * x * x * x * (x * (x * 6 - 15) + 10);
}
