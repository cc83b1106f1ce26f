import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

const blindStates = new Set(["learning", "blind", "none"]);

/** How many containers have a forecast; one without is never counted as safe. */
export function forecastCover(containers: readonly ContainerRow[]): { forecast: number; of: number } {
  const forecast = containers.filter(({ blackout }) => blackout && !blindStates.has(blackout.state)).length;
  return { forecast, of: containers.length };
}
