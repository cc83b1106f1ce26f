import { chance, subSeed } from "../plant/chance.ts";

const slotMs = 30 * 60_000;

/**
 * Is a bad link down at this instant? It fails once in most half hours, for two to eight minutes.
 * @param seed Seed of the member's plant; the same seed always drops the link at the same instants.
 */
export function linkDown(seed: number, atMs: number): boolean {
  const slot = Math.floor(atMs / slotMs);
  if (chance(subSeed(seed, 80), slot) > 0.7) return false;
  const lengthMs = (2 + 6 * chance(subSeed(seed, 81), slot)) * 60_000;
  const fromMs = slot * slotMs + chance(subSeed(seed, 82), slot) * (slotMs - lengthMs);
  return atMs >= fromMs && atMs < fromMs + lengthMs;
}
