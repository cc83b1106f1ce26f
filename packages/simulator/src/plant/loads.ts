/** The power that people and machines of a container draw, by clock time, weather and chance. */
import { sunsetElevationDeg } from "@offgrid/contract/core/sun";

import { chance, smoothNoise, subSeed } from "./chance.ts";
import type { LocalTime } from "./local-time.ts";

export const loadGroups = ["homes", "shops", "cold_room", "pump"] as const;
export type LoadGroup = (typeof loadGroups)[number];

/** How much of each there is; 0 where there is none. */
export interface LoadDesign {
  homes: number;
  shops: number;
  /** Compressor power of fridges and cold room together. */
  coldRoomW: number;
  pumpW: number;
  /** Controller, modem, lights inside: direct current, never shed. */
  essentialW: number;
}

/** Mean draw of one home (1 kWh a day) or shop (1.8 kWh) at each full hour, W; the curve is straight between hours. */
const homeByHour = [18, 15, 14, 14, 16, 28, 47, 43, 32, 27, 26, 28, 35, 33, 28, 28, 32, 43, 72, 97, 100, 82, 53, 30];
const shopByHour = [
  13, 13, 13, 13, 13, 15, 25, 55, 105, 130, 140, 145, 135, 133, 143, 145, 140, 130, 110, 75, 40, 20, 14, 13,
];

function byHour(curve: readonly number[], hour: number): number {
  const index = Math.floor(hour);
  const from = curve[index % 24] as number;
  const to = curve[(index + 1) % 24] as number;
  return from + (to - from) * (hour - index);
}

const minuteMs = 60_000;

/**
 * Wanted power of each group, W, never negative.
 * @param ambientDegC Fans and fridges work more when it is hot.
 */
export function loadDemandW(
  loads: LoadDesign,
  seed: number,
  atMs: number,
  local: LocalTime,
  ambientDegC: number,
): Record<LoadGroup, number> {
  const heat = Math.min(1, Math.max(0, (ambientDegC - 18) / 20));
  const wobble = 0.75 + 0.5 * smoothNoise(subSeed(seed, 30), atMs, 47 * minuteMs);
  const bustle = 0.85 + 0.3 * smoothNoise(subSeed(seed, 31), atMs, 11 * minuteMs);
  const dayOfPlace = 0.85 + 0.3 * smoothNoise(subSeed(seed, 32), atMs, 52 * 60 * minuteMs);
  const shopDay = local.weekday === 6 ? 0.35 : 1;

  // Compressors run part of each cycle of 40 minutes; three of them out of step with each other.
  const duty = 0.28 + 0.5 * heat;
  let running = 0;
  for (let unit = 0; unit < 3; unit++) {
    const cycle = atMs / (40 * minuteMs) + chance(subSeed(seed, 33), unit);
    if (cycle - Math.floor(cycle) < duty) running += 1;
  }
  // The pump fills the water tower in the sunny hours, in runs set by chance.
  const pumping = local.hour >= 9 && local.hour < 16 && smoothNoise(subSeed(seed, 34), atMs, 80 * minuteMs) > 0.45;

  return {
    homes: loads.homes * byHour(homeByHour, local.hour) * wobble * bustle * dayOfPlace * (1 + 0.35 * heat),
    shops: loads.shops * byHour(shopByHour, local.hour) * wobble * shopDay * (1 + 0.2 * heat),
    cold_room: (loads.coldRoomW * running) / 3,
    pump: pumping ? loads.pumpW : 0,
  };
}

/** Share of each group on L1, L2 and L3 where there are three phases. */
export const phaseShares: Readonly<Record<LoadGroup | "air_conditioner", readonly [number, number, number]>> = {
  homes: [0.36, 0.34, 0.3],
  shops: [0.2, 0.45, 0.35],
  cold_room: [1 / 3, 1 / 3, 1 / 3],
  pump: [1 / 3, 1 / 3, 1 / 3],
  air_conditioner: [0, 0, 1],
};

export interface StreetLightDesign {
  lamps: number;
  lampW: number;
}

/** Level of each lamp by its own dusk switch, in percent: from sunset to sunrise, dimmed while people sleep. */
export function ownLevels({ lamps }: StreetLightDesign, sunElevationDeg: number, hour: number): number[] {
  const isSleeping = hour >= 23 || hour < 5;
  const level = sunElevationDeg >= sunsetElevationDeg ? 0 : isSleeping ? 40 : 100;
  return Array.from({ length: lamps }, () => level);
}
