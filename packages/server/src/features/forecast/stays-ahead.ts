import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { isWithinDay } from "../energy-state/energy-state.ts";
import { Now } from "../../core/now.ts";

/** The last forecast of a container, as far as it tells whether a cut was ahead. */
export interface BeforeThis {
  /** By it, or by one before it. */
  isAhead: boolean;
  isCut: boolean;
  detail: BlackoutForecast;
}

/**
 * Is a cut ahead after this forecast? One that was stays it until not even one future in ten is cut within the day: a chance
 * that hovers around one in four would raise and clear it each quarter of an hour.
 * @param before Undefined: this is the first.
 */
export function isAheadAfter(before: BeforeThis | undefined, forecast: BlackoutForecast, nowMs: number): boolean {
  if (isAheadBy(forecast, "early", nowMs)) return true;
  const wasAhead =
    before !== undefined && !before.isCut && (before.isAhead || isAheadBy(before.detail, "early", nowMs));
  return wasAhead && isAheadBy(forecast, "earliest", nowMs);
}

function isAheadBy({ likely, blackout }: BlackoutForecast, quantile: "early" | "earliest", nowMs: number): boolean {
  if (likely === null) return false;
  const early = blackout?.[quantile];
  return isWithinDay(new Date(likely), early === undefined ? null : new Date(early), new Now(nowMs));
}
