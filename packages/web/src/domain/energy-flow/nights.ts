import type { Location } from "@offgrid/contract/containers/containers.schema";
import { sunPosition, sunsetElevationDeg } from "@offgrid/contract/core/sun";

import type { TimeRange } from "../../ui/period-range.ts";

const stepMs = 5 * 60_000;

/** Is the sun below the horizon? */
export function isNight(place: Location, atMs: number): boolean {
  return sunPosition(atMs, place.lat, place.long).elevationDeg < sunsetElevationDeg;
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
