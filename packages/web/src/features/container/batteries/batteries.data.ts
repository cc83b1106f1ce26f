import { tickMs } from "@offgrid/contract/core/constants";

import type { ChartZoom } from "../../../chart/use-chart-view.ts";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { type Detail, type FineHistory, useFiner } from "../../../domain/container/use-finer.ts";
import { quiet } from "../../../ui/async.tsx";

export type TemperatureAnswer = FineHistory;

/** Days are too coarse for a part that has few of them. */
const detail: Detail = { upToMs: 10 * 86_400_000, groupBy: "15m" };

/** Temperatures of bank and packs over 30 local days: lowest, mean and highest of the bank, means of the packs. */
export function useTemperatures(containerId: string, zone: string, packs: readonly number[], view: ChartZoom["view"]) {
  const bank = { containerId, metric: "battery.temperature" };
  const series = [
    ...(["min", "average", "max"] as const).map((func) => ({ ...bank, func })),
    ...packs.map((number) => ({
      containerId,
      metric: `battery.pack.${number}.temperature`,
      func: "average" as const,
    })),
  ];
  const days = useCall(
    "getChartData",
    { period: "30_days", zone, groupBy: "day", series },
    { select: (answer: Answer<"getChartData">) => answer.data, staleTime: 10 * tickMs },
  );
  return useFiner(quiet(days), { zone, series }, view, detail);
}
