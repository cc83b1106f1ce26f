import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { ChargeHistory } from "./seven-days.ts";

/** What is asked for seven local days of charge. */
const chargeQuestion = (containerId: string, zone: string) => ({
  period: "7_days" as const,
  zone,
  groupBy: "hour" as const,
  series: (["min", "average", "max"] as const).map((func) => ({ containerId, metric: "battery.soc", func })),
});

/** State of charge of seven local days by the hour: lowest, mean and highest. */
export function useChargeHistory(containerId: string, zone: string) {
  return useCall("getChartData", chargeQuestion(containerId, zone), { select: historyOf, refetchInterval: 4 * tickMs });
}

function historyOf({ data }: Answer<"getChartData">): ChargeHistory {
  const [lowest = [], mean = [], highest = []] = data.series;
  return { t: data.t, lowest, mean, highest };
}
