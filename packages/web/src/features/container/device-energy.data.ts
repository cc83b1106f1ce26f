import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { DeviceEnergies } from "./device-energy.ts";

const quietly = { refetchInterval: 4 * tickMs, staleTime: 2 * tickMs };

/** Energy of single devices over a span; undefined until it is known. */
export function useDeviceEnergies(
  containerId: string,
  zone: string,
  span: { period: "today" } | { from: number; to: number },
  devices: readonly string[],
): DeviceEnergies | undefined {
  const series = devices.map((id) => ({ containerId, metric: `${id}.power`, func: "hourly_average_sum" as const }));
  const { data } = useCall(
    "getChartData",
    { ...span, zone, groupBy: "month", series },
    { enabled: devices.length > 0, select: totalsOf, ...quietly },
  );
  if (devices.length === 0) return none;
  return (
    data && Object.fromEntries(devices.flatMap((id, place) => (data[place] === undefined ? [] : [[id, data[place]]])))
  );
}

const none: DeviceEnergies = {};

/** The sums of the columns; undefined where nothing was measured. */
function totalsOf({ data }: Answer<"getChartData">): (number | undefined)[] {
  return data.series.map((values) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
  });
}
