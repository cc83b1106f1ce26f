import { seriesPerChart, tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useEnergyToday, useFinestDay } from "../container.data.ts";
import type { LocalDay } from "../days/local-day.ts";

/** Histories of the metrics over the last 24 h by quarter hours; single readings where there are few. */
export function useLastDay(containerId: string, zone: string, metrics: readonly string[]) {
  const series = metrics.slice(0, seriesPerChart).map((metric) => ({ containerId, metric, func: "average" as const }));
  return useFinestDay({ period: "day", zone, series }, { refetchInterval: 2 * tickMs, enabled: series.length > 0 });
}

/** Energy of the local day that an instant of the replay belongs to. */
export function useEnergyOfDay(containerId: string, zone: string, day: LocalDay) {
  const today = useEnergyToday(containerId, zone);
  const { fromMs: from, toMs: to, isToday } = day;
  const earlier = useCall(
    "getEnergyBalance",
    { containerId, from, to, zone, groupBy: "day" },
    { select: ({ data }: Answer<"getEnergyBalance">) => data, enabled: !isToday },
  );
  return isToday ? today : earlier;
}
