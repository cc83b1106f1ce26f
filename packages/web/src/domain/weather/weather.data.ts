import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { type Detail, useFiner } from "../container/use-finer.ts";
import type { TimeRange } from "../../ui/period-range.ts";

export type WeatherReport = Answer<"getWeather">["data"];
export type SolarForecast = Answer<"getSolcastQuery">;

/** Asks again soon while the first answer is still on its way to the portal. */
const pace = (isWaiting: boolean) => (isWaiting ? tickMs / 10 : 10 * tickMs);

/** Weather of the container's place. */
export function useWeather(containerId: string) {
  return useCall(
    "getWeather",
    { containerId },
    { select: ({ data }) => data, refetchInterval: ({ state }) => pace(state.data?.data.problem === "waiting") },
  );
}

/** Expected solar power by the hour, for three days. */
export function useSolarForecast(containerId: string) {
  return useCall(
    "getSolcastQuery",
    { containerId, hours: 72 },
    { refetchInterval: ({ state }) => pace(state.data?.problem === "waiting") },
  );
}

/** From here on a picture has room for more than a point to the hour. */
const detail: Detail = { upToMs: 24 * 3_600_000, groupBy: "15m" };

/**
 * Solar power as it was measured over a range, by the hours of the forecast: those of UTC, and not of a zone 5:45 ahead.
 * What is looked at closely (`fine`) is by quarter hours. So is what shows when a full battery held the panels back
 * (`quarters`: solar power, charge and power of the battery), since it begins and ends within hours.
 */
/** What tells whether panels were held back, of each quarter hour. */
export const heldBackMetrics = [
  ...["solar.power", "battery.soc", "battery.power", "battery.current", "battery.charge_limit"],
] as const;

export function useSolarActual(containerId: string, { fromMs: from, toMs: to }: TimeRange, view: ChartZoom["view"]) {
  const [solar, ...battery] = heldBackMetrics.map((metric) => ({ containerId, metric, func: "average" as const }));
  const series = [solar!];
  const more = {
    select: (answer: Answer<"getChartData">) => answer.data,
    refetchInterval: 10 * tickMs,
    placeholderData: (before: Answer<"getChartData"> | undefined) => before,
  };
  const range = { from, to, zone: "UTC" };
  const hours = useCall("getChartData", { ...range, groupBy: "hour", series }, more);
  const quarters = useCall("getChartData", { ...range, groupBy: "15m", series: [...series, ...battery] }, more);
  const { data: fine } = useFiner(hours, { zone: "UTC", series }, view, detail);
  return { hours: hours.data, fine, quarters: quarters.data };
}
