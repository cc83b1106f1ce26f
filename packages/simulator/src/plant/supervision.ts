/** Switches with memory: generator, grid and load shedding by state of charge. Start and stop levels differ. */
import { smoothNoise, subSeed } from "./chance.ts";
import type { LoadGroup } from "./loads.ts";

export interface GeneratorDesign {
  maxW: number;
  /** Percent of charge. */
  startBelow: number;
  /** Whoever starts it by hand does so up to so many points earlier, never twice at the same charge; 0: it starts by itself. */
  startSpread: number;
  stopAbove: number;
  minimumRunS: number;
  tankL: number;
}

/** Litres per hour: an idle part and a part by power; typical of small diesel sets. */
export function fuelLPerHour(generator: GeneratorDesign, powerW: number): number {
  return generator.maxW * 0.00006 + powerW * 0.00026;
}

/** Does the generator run during the next step? @param early How early it is started this time, 0 to 1, if that is done by hand. */
export function generatorNext(
  generator: GeneratorDesign,
  now: { on: boolean; ranS: number; fuelL: number; socPercent: number; early: number },
): boolean {
  if (now.fuelL <= 0) return false;
  if (!now.on) return now.socPercent < generator.startBelow + generator.startSpread * now.early;
  return now.ranS < generator.minimumRunS || now.socPercent < generator.stopAbove;
}

export interface GridDesign {
  maxW: number;
  /** Connected when the charge falls below the one, disconnected above the other. */
  useBelow: number;
  releaseAbove: number;
}

/** Is there voltage on the weak grid? It fails for hours, most often in the evening. */
export function gridPresent(seed: number, atMs: number, hour: number): boolean {
  return smoothNoise(subSeed(seed, 40), atMs, 5 * 3_600_000) > (hour >= 17 && hour < 22 ? 0.6 : 0.35);
}

export function gridUseNext(grid: GridDesign, using: boolean, present: boolean, socPercent: number): boolean {
  return present && socPercent < (using ? grid.releaseAbove : grid.useBelow);
}

/** Which groups are dropped as the battery empties, least needed first, and when they come back: percent of charge. */
const shedLevels: readonly { group: LoadGroup; below: number; backAt: number }[] = [
  { group: "pump", below: 22, backAt: 35 },
  { group: "homes", below: 14, backAt: 28 },
  { group: "shops", below: 11, backAt: 24 },
  { group: "cold_room", below: 7, backAt: 18 },
];

/** Groups that are off during the next step; while generator or grid feeds, all come back. */
export function shedNext(shed: readonly LoadGroup[], socPercent: number, fed: boolean): readonly LoadGroup[] {
  if (fed) return shed.length === 0 ? shed : [];
  // Nearly always nothing changes; the same list is then returned and nothing is allocated.
  if (shed.length === 0 && socPercent >= 22) return shed;
  return shedLevels
    .filter(({ group, below, backAt }) => socPercent < (shed.includes(group) ? backAt : below))
    .map(({ group }) => group);
}
