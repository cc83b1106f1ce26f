import { tickMs } from "@offgrid/contract/core/constants";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import type { ApiError } from "../../../core/api/api-error.ts";
import { type Answer, type Input, call } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import { readings, useFiner } from "../../../domain/container/use-finer.ts";
import { quiet } from "../../../ui/async.tsx";
import { nextReadings, withReadings } from "./new-readings.ts";

/** What people say of the devices of a container: names, types, and which are not read. */
export function useDeviceStatuses(containerId: string) {
  return useCall("getDeviceStatus", { containerId }, { select: ({ data }) => data, refetchInterval: tickMs });
}

export type MetricHistory = Answer<"getChartData">["data"];

/** A measured value over the last 24 h by quarter hours; what is looked at closely by its single readings. */
export function useMetricDay(containerId: string, zone: string, metric: string, view: ChartZoom["view"]) {
  const series = [{ containerId, metric, func: "average" as const }];
  const quarters = useCall(
    "getChartData",
    { period: "day", zone, groupBy: "15m", series },
    { select: dataOf, refetchInterval: 2 * tickMs },
  );
  return useFiner(quiet(quarters), { zone, series }, view, readings);
}

/**
 * A state over the last 24 h by its single readings, so that no change is missing. Where the readings are more than a
 * chart may have, by quarter hours: half on and half off is no state, so the last one of each counts.
 */
export function useStateDay(containerId: string, zone: string, metric: string) {
  const of = { zone, series: [{ containerId, metric, func: "last" as const }] };
  const single = useReadings(of);
  const quarters = useCall(
    "getChartData",
    { ...of, period: "day", groupBy: "15m" },
    { select: dataOf, refetchInterval: 2 * tickMs, enabled: isRefused(single.error) },
  );
  const isByQuarters = single.data === undefined && (isRefused(single.error) || quarters.data !== undefined);
  return isByQuarters ? quarters : single;
}

/**
 * The single readings of the last 24 h. They are fetched once, and from then on those that are new: a day has thousands.
 * Late ones fill gaps among those that are there, so that now and then all are fetched again.
 */
function useReadings(of: Pick<Input<"getChartData">, "zone" | "series">) {
  const client = useQueryClient();
  const queryKey = ["getChartData", { ...of, period: "day", groupBy: "raw" }, "since"] as const;
  return useQuery<Fetched, ApiError, MetricHistory>({
    queryKey,
    queryFn: async ({ signal }) => {
      const ask = async (range: Pick<Input<"getChartData">, "period" | "from" | "to">) =>
        dataOf(await call("getChartData", { ...of, ...range, groupBy: "raw" }, { signal }));
      const known = client.getQueryData<Fetched>(queryKey);
      const since = known && Date.now() - known.wholeAtMs < wholeEveryMs ? nextReadings(known.data) : undefined;
      if (!known || !since) return { wholeAtMs: Date.now(), data: await ask({ period: "day" }) };
      return { ...known, data: withReadings(known.data, await ask(since)) };
    },
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : 2 * tickMs),
  });
}

interface Fetched {
  /** When all of it was fetched. */
  wholeAtMs: number;
  data: MetricHistory;
}

const wholeEveryMs = 30 * tickMs;

function isRefused(error: ApiError | null): boolean {
  return error?.code === "bad_input";
}

const dataOf = (answer: Answer<"getChartData">) => answer.data;
