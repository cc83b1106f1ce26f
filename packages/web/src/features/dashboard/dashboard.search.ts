import { isInstant, type SearchParams, zoomParam } from "../../core/search-params.ts";

/** Periods that the chart of the dashboard offers; `custom` comes from stepping back and forth. */
const periods = ["day", "7_days", "30_days", "custom"] as const;

/** What the chart shows; absent: the last 24 hours. `from` and `to` (epoch milliseconds) only with `custom`. */
export interface DashboardSearch {
  period?: (typeof periods)[number];
  from?: number;
  to?: number;
  /** The part of the chart that is looked at. */
  zoom?: string;
}

export function dashboardSearch(given: SearchParams): DashboardSearch {
  const period = periods.find((known) => known === given["period"]);
  const zoom = zoomParam(given);
  if (period !== "custom") return period === undefined ? zoom : { period, ...zoom };
  const [from, to] = [Number(given["from"]), Number(given["to"])];
  return isInstant(from) && isInstant(to) && from < to ? { period, from, to, ...zoom } : {};
}
