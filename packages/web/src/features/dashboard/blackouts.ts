import type { SiteRow } from "@offgrid/contract/containers/containers.schema";

/** What the forecasts of a fleet say about the next day. */
export interface Blackouts {
  /** Containers that will cut their loads within 24 h, soonest first. */
  soon: SiteRow[];
  /** Containers that have a forecast, of all. */
  forecast: number;
  of: number;
}

const withinHours = 24;
const blindStates = new Set(["learning", "blind", "none"]);

/** Who loses its loads within a day; a container that cannot be forecast is counted as such, never as safe. */
export function blackoutsOf(sites: readonly SiteRow[]): Blackouts {
  const hours = (site: SiteRow) => site.blackout?.hours ?? 0;
  return {
    soon: sites
      .filter((site) => site.blackout?.state === "blackout" && hours(site) <= withinHours)
      .sort((one, other) => hours(one) - hours(other)),
    forecast: sites.filter(({ blackout }) => blackout && !blindStates.has(blackout.state)).length,
    of: sites.length,
  };
}
