import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

/** What the forecasts of a fleet say about the next day. */
export interface Blackouts {
  /** Containers that will cut their loads within 24 h, soonest first. */
  soon: ContainerRow[];
  /** Containers that have a forecast, of all. */
  forecast: number;
  of: number;
}

const withinHours = 24;
/** A dip cuts loads too, if not for long. */
const cutStates = new Set(["blackout", "dip"]);
const blindStates = new Set(["learning", "blind", "none"]);

/** The containers that lose their loads within a day; one without a forecast is counted as such, never as safe. */
export function blackoutsOf(containers: readonly ContainerRow[]): Blackouts {
  const hours = (container: ContainerRow) => container.blackout?.hours ?? 0;
  return {
    soon: containers
      .filter(({ blackout }) => blackout && cutStates.has(blackout.state) && (blackout.hours ?? 0) <= withinHours)
      .sort((one, other) => hours(one) - hours(other)),
    forecast: containers.filter(({ blackout }) => blackout && !blindStates.has(blackout.state)).length,
    of: containers.length,
  };
}
