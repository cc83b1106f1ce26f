import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { barsFor, daysOf } from "../../../domain/energy-balance/bars-for.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import type { SunHistory } from "./performance.ts";

const quietly = { refetchInterval: 10 * tickMs, staleTime: 2 * tickMs };

/** Means by the hour, as far as a chart reaches. */
function meansFor(range: TimeRange) {
  return daysOf(range) <= 400 ? ("hour" as const) : ("day" as const);
}

const asked = (range: TimeRange) => ({ from: range.fromMs, to: range.toMs });

/** Energy of a container over a range by its parts. */
export function useBalance(containerId: string, zone: string, range: TimeRange) {
  return useCall(
    "getEnergyBalance",
    { containerId, ...asked(range), zone, groupBy: barsFor(range) },
    { select: balanceOf, ...quietly },
  );
}

/** Energy of a part of the range by the hour; undefined: no part is looked at so closely, or it is not there yet. */
export function useHours(containerId: string, zone: string, part: TimeRange | undefined) {
  const { data } = useCall(
    "getEnergyBalance",
    { containerId, ...asked(part ?? { fromMs: 0, toMs: 1 }), zone, groupBy: "hour" },
    { enabled: part !== undefined, select: balanceOf, ...quietly },
  );
  return part && data;
}

const balanceOf = ({ data }: Answer<"getEnergyBalance">) => data;

/** When the loads had no power. */
export function usePowerCuts(containerId: string, zone: string, range: TimeRange) {
  return useCall(
    "getPowerCuts",
    { containerId, ...asked(range), zone },
    { select: ({ data }: Answer<"getPowerCuts">) => data, ...quietly },
  );
}

/** Energy of the loads by the hour; by the day where a range is too long for that. */
export function useLoads(containerId: string, zone: string, range: TimeRange) {
  return useCall(
    "getConsumption",
    { containerIds: [containerId], ...asked(range), zone, groupBy: meansFor(range) },
    { select: ({ data }: Answer<"getConsumption">) => data, ...quietly },
  );
}

/** Solar power and the light on the panels by the hour. */
export function useSun(containerId: string, zone: string, range: TimeRange) {
  const series = ["solar.power", "solar.irradiance"].map((metric) => ({
    containerId,
    metric,
    func: "average" as const,
  }));
  return useCall(
    "getChartData",
    { ...asked(range), zone, groupBy: meansFor(range), series },
    { select: sunOf, ...quietly },
  );
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
    "getSitesV2",
    {},
    { select: ({ data }) => data.filter((container) => container.containerId !== containerId), staleTime: 10 * tickMs },
  );
}

/** How long the generator ran, and what it and the grid cost. */
export function useCosts(containerId: string, zone: string, range: TimeRange) {
  return useCall(
    "getEnergyCosts",
    { containerId, ...asked(range), zone },
    { select: ({ data }: Answer<"getEnergyCosts">) => data, ...quietly },
  );
}
