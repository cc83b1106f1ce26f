import type { Location } from "@offgrid/contract/containers/containers.schema";

import type { TimeRange } from "../../ui/period-range.ts";

const stepMs = 5 * 60_000;
const dayMs = 86_400_000;
const j2000Ms = Date.UTC(2000, 0, 1, 12);
/** The sun's upper edge with the bending of light by the air. */
const horizonDeg = -0.833;

/**
 * Elevation of the sun in degrees; within half a degree.
 * @see The Astronomical Almanac, "Low precision formulas for the Sun".
 */
export function sunElevationDeg({ lat, long }: Location, atMs: number): number {
  const rad = Math.PI / 180;
  const days = (atMs - j2000Ms) / dayMs;
  const anomaly = (357.528 + 0.9856003 * days) * rad;
  const ecliptic = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const tilt = (23.439 - 0.0000004 * days) * rad;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const hourAngle = (280.46061837 + 360.98564736629 * days + long) * rad - ascension;
  const sine =
    Math.sin(lat * rad) * Math.sin(declination) + Math.cos(lat * rad) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(sine) / rad;
}

/** Is the sun below the horizon? */
export function isNight(place: Location, atMs: number): boolean {
  return sunElevationDeg(place, atMs) < horizonDeg;
}

/** Spans from sunset to sunrise inside a range, to five minutes. */
export function nightsBetween(place: Location, fromMs: number, toMs: number): TimeRange[] {
  const nights: TimeRange[] = [];
  let since: number | undefined;
  for (let at = fromMs; at < toMs; at += stepMs) {
    const dark = isNight(place, at);
    if (dark) since ??= at;
    else if (since !== undefined) {
      nights.push({ fromMs: since, toMs: at });
      since = undefined;
    }
  }
  if (since !== undefined) nights.push({ fromMs: since, toMs });
  return nights;
}
