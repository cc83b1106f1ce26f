import type { Location } from "@offgrid/contract/containers/containers.schema";
import { clearSkyWPerM2, planeIrradianceWPerM2 } from "@offgrid/contract/core/irradiance";
import { sunPosition, sunsetElevationDeg } from "@offgrid/contract/core/sun";

import type { TimeRange } from "../../../ui/period-range.ts";

/** What is known of the panels. */
export interface Panels {
  /** Peak power; 0: not known. */
  capacityW: number;
  tiltDeg: number;
  azimuthDeg: number;
}

/** How much of the energy that the light offered was used. */
export interface Performance {
  /** "irradiance": against the light measured on the panels; "clear_sky": against that of a sky without clouds. */
  against: "irradiance" | "clear_sky";
  /** Yield over what panels of this size give under that light at their rated efficiency. */
  ratio: number;
  yieldWh: number;
  referenceWh: number;
}

export interface SunHistory {
  /** Starts of hours, epoch ms, rising. */
  t: readonly number[];
  /** W. */
  solar: readonly (number | null)[];
  /** W/m2 on the panels; all null: there is no sensor. */
  irradiance: readonly (number | null)[];
}

/** Length of each group in hours; the one that holds the present counts as far as it has gone. */
function groupHours(t: readonly number[], nowMs: number): number[] {
  return t.map((atMs, index) => {
    const endMs = t[index + 1] ?? atMs + (index > 0 ? atMs - t[index - 1]! : hourMs);
    return Math.max(0, Math.min(endMs, nowMs) - atMs) / hourMs;
  });
}

const hourMs = 3_600_000;

/** Light at which panels give their rated power, W/m2. */
const standardLight = 1_000;

/**
 * The performance ratio of the panels (IEC 61724-1: yield over rated power times irradiation): against measured light
 * where there is a sensor, otherwise against the clear sky of the place, hour by hour where the yield was measured.
 * @param yieldWh Energy of the panels over the range, as the balance gives it.
 * @returns undefined where size, place or yield are not known, or there was no light.
 */
export function performanceOf(
  { t, solar, irradiance }: SunHistory,
  yieldWh: number | undefined,
  panels: Panels,
  place: Location | null,
  nowMs: number,
): Performance | undefined {
  if (panels.capacityW <= 0 || yieldWh === undefined) return undefined;
  // The sun of noon says nothing about a whole day.
  if (t.length > 1 && t[1]! - t[0]! > 2 * hourMs) return undefined;
  const hasSensor = irradiance.some((value) => value !== null);
  if (!hasSensor && place === null) return undefined;
  const hours = groupHours(t, nowMs);
  let lightWhPerM2 = 0;
  for (const [index, atMs] of t.entries()) {
    const power = solar[index];
    const length = hours[index] ?? 0;
    const light = hasSensor
      ? irradiance[index]
      : clearSkyOn(panels, place as Location, atMs + (length * 3_600_000) / 2);
    // An hour counts where both were measured.
    if (power === null || power === undefined || light === null || light === undefined) continue;
    lightWhPerM2 += Math.max(0, light) * length;
  }
  const referenceWh = (lightWhPerM2 / standardLight) * panels.capacityW;
  if (referenceWh <= 0) return undefined;
  return { against: hasSensor ? "irradiance" : "clear_sky", ratio: yieldWh / referenceWh, yieldWh, referenceWh };
}

/** Was the sun above the horizon of a place at any time of a range, as far as that has passed? */
export function hadDaylight({ fromMs, toMs }: TimeRange, { lat, long }: Location, nowMs: number): boolean {
  const endMs = Math.min(toMs, nowMs);
  const isUp = (atMs: number) => sunPosition(atMs, lat, long).elevationDeg > sunsetElevationDeg;
  for (let atMs = fromMs; atMs < endMs; atMs += hourMs) if (isUp(atMs)) return true;
  return isUp(endMs);
}

function clearSkyOn({ tiltDeg, azimuthDeg }: Panels, { lat, long }: Location, atMs: number): number {
  const sun = sunPosition(atMs, lat, long);
  return planeIrradianceWPerM2(clearSkyWPerM2(sun.elevationDeg), sun, { tiltDeg, azimuthDeg });
}
