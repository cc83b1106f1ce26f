import { useMemo } from "react";

import { withFiner } from "../../chart/finer.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { Pending } from "../../ui/async.tsx";
import { type BesideMetric, type DayAnswer, daySeries } from "./container.data.ts";

/** Up to this length single readings are asked for; a longer part has more of them than can be seen. */
const longestMs = 6 * 3_600_000;
const hourMs = 3_600_000;
const freshMs = 60_000;

/** The history of a day; the part that is looked at closely is fetched by its single readings and drawn with these. */
export function useFineDay(
  containerId: string,
  zone: string,
  history: Pending<DayAnswer>,
  view: ChartZoom["view"],
  beside: readonly BesideMetric[] = [],
): Pending<DayAnswer> {
  const { data } = history;
  const isNear = view !== undefined && view.toMs - view.fromMs <= longestMs;
  // By whole hours, so that a small movement asks nothing new.
  const from = Math.floor((view?.fromMs ?? 0) / hourMs) * hourMs;
  const to = Math.ceil((view?.toMs ?? 1) / hourMs) * hourMs;
  const isWanted = isNear && data?.groupBy === "15m";
  const { data: fine, isLoading } = useCall(
    "getChartData",
    { from, to, zone, groupBy: "raw", series: daySeries(containerId, beside) },
    { enabled: isWanted, select: ({ data: answer }) => answer, staleTime: freshMs, retry: false },
  );
  const whole = useMemo(
    () => (data && fine && isWanted ? withFiner(data, fine, { fromMs: from, toMs: to }) : data),
    [data, fine, isWanted, from, to],
  );
  return { ...history, data: whole, isFetching: history.isFetching || isLoading };
}
