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

/** How many containers have a forecast that is told; the others are never counted as safe. */
export function forecastCover(containers: readonly ContainerRow[]): ForecastCover {
  const forecast = containers.filter(hasShownForecast).length;
  return { forecast, of: containers.length, isComing: containers.every(({ blackout }) => blackout === null) };
}

/** A cut that a silent container was about to have still is; that it had none to fear is not known any more. */
function hasShownForecast({ blackout, energy }: ContainerRow): boolean {
  if (energy.cutAt !== null) return true;
  return blackout !== null && !blindStates.has(blackout.state) && energy.level !== "unknown";
}
