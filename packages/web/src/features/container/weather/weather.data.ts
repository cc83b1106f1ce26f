import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";

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

/** Solar power as it was measured over a range, by the hours of the forecast: those of UTC, and not of a zone 5:45 ahead. */
export function useSolarActual(containerId: string, range: { from: number; to: number }) {
  const series = [{ containerId, metric: "solar.power", func: "average" as const }];
  return useCall(
    "getChartData",
    { ...range, zone: "UTC", groupBy: "hour", series },
    {
      select: (answer: Answer<"getChartData">) => answer.data,
      refetchInterval: 10 * tickMs,
      placeholderData: (before) => before,
    },
  );
}
