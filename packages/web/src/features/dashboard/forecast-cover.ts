import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

const blindStates = new Set(["learning", "blind", "none"]);

/** What is known of what lies ahead of a fleet. */
export interface ForecastCover {
  /** Containers that have a forecast. */
  forecast: number;
  of: number;
  /** Nothing has been computed yet, so that nobody knows whether history is missing. */
  isComing: boolean;
}

/** How many containers have a forecast; one without is never counted as safe. */
export function forecastCover(containers: readonly ContainerRow[]): ForecastCover {
  const forecast = containers.filter(({ blackout }) => blackout && !blindStates.has(blackout.state)).length;
  return { forecast, of: containers.length, isComing: containers.every(({ blackout }) => blackout === null) };
}
