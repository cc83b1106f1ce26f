import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";

export type TemperatureAnswer = Answer<"getChartData">["data"];

/** Temperatures of bank and packs over 30 local days: lowest, mean and highest of the bank, means of the packs. */
export function useTemperatures(containerId: string, zone: string, packs: readonly number[]) {
  const bank = { containerId, metric: "battery.temperature" };
  const series = [
    ...(["min", "average", "max"] as const).map((func) => ({ ...bank, func })),
    ...packs.map((number) => ({
      containerId,
      metric: `battery.pack.${number}.temperature`,
      func: "average" as const,
    })),
  ];
  return useCall(
    "getChartData",
    { period: "30_days", zone, groupBy: "day", series },
    { select: (answer: Answer<"getChartData">) => answer.data, staleTime: 10 * tickMs },
  );
}
