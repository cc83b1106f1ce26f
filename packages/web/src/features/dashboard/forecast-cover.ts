import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

const blindStates = new Set(["learning", "blind", "none"]);

/** What is known of what lies ahead of a fleet. */
export interface ForecastCover {
  /** Containers that have a forecast. */
  forecast: number;
  of: number;
  /** Of some in service nothing has been computed yet, so that nobody knows what lies ahead of them, or whether history is missing. */
  isComing: boolean;
}

/** How many containers have a forecast that is told; the others are never counted as safe. */
export function forecastCover(containers: readonly ContainerRow[]): ForecastCover {
  const forecast = containers.filter(hasShownForecast).length;
  return { forecast, of: containers.length, isComing: containers.some(isAwaited) };
}

const isAwaited = ({ blackout, retiredAt }: ContainerRow) => blackout === null && retiredAt === null;

/** A cut that a silent container was about to have still is; that it had none to fear is not known any more. */
function hasShownForecast({ blackout, energy }: ContainerRow): boolean {
  if (energy.cutAt !== null) return true;
  return blackout !== null && !blindStates.has(blackout.state) && energy.level !== "unknown";
}
