import { dayS, tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import { type PowerHistory, powerMetrics } from "./energy-totals.ts";
import type { SunHistory } from "./performance.ts";

const quietly = { refetchInterval: 10 * tickMs, staleTime: 2 * tickMs };

/** Quarter hours separate what a battery took from what it gave; over longer ranges hours must do. */
function groupFor({ fromMs, toMs }: TimeRange) {
  const days = (toMs - fromMs) / (dayS * 1_000);
  if (days <= 100) return "15m" as const;
  return days <= 400 ? ("hour" as const) : ("day" as const);
}

const asked = (range: TimeRange) => ({ from: range.fromMs, to: range.toMs });

/** Mean powers of a container over a range. */
export function usePowers(containerId: string, zone: string, range: TimeRange) {
  const series = powerMetrics.map((metric) => ({ containerId, metric, func: "average" as const }));
  return useCall(
    "getChartData",
    { ...asked(range), zone, groupBy: groupFor(range), series },
    { select: ({ data }: Answer<"getChartData">): PowerHistory => data, ...quietly },
  );
}

/** Consumption by the hour; by the day where a range is too long for that. */
export function useLoads(containerId: string, zone: string, range: TimeRange) {
  const groupBy = groupFor(range) === "day" ? ("day" as const) : ("hour" as const);
  const series = [{ containerId, metric: "load.power", func: "average" as const }];
  return useCall(
    "getChartData",
    { ...asked(range), zone, groupBy, series },
    { select: ({ data }: Answer<"getChartData">) => data, ...quietly },
  );
}

/** Solar power and the light on the panels by the hour. */
export function useSun(containerId: string, zone: string, range: TimeRange) {
  const groupBy = groupFor(range) === "day" ? ("day" as const) : ("hour" as const);
  const series = ["solar.power", "solar.irradiance"].map((metric) => ({
    containerId,
    metric,
    func: "average" as const,
  }));
  return useCall("getChartData", { ...asked(range), zone, groupBy, series }, { select: sunOf, ...quietly });
}

function sunOf({ data }: Answer<"getChartData">): SunHistory {
  const [solar = [], irradiance = []] = data.series;
  return { t: data.t, solar, irradiance };
}

/** What is known about a container's panels. */
export function usePanels(containerId: string) {
  return useCall(
    "getSolcastQuery",
    { containerId, hours: 1 },
    {
      select: ({ setting }) => ({
        capacityW: setting.capacity,
        tiltDeg: setting.tilt,
        azimuthDeg: setting.azimuth,
        isGuessed: setting.isGuessed,
      }),
      staleTime: 10 * tickMs,
    },
  );
}

/** Containers to compare with. */
export function useOthers(containerId: string) {
  return useCall(
    "getSites",
    {},
    { select: ({ data }) => data.filter((container) => container.containerId !== containerId), staleTime: 10 * tickMs },
  );
}
