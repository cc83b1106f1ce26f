import { useMemo } from "react";

import { withFiner } from "../../chart/finer.ts";
import { groupLengthMs } from "../../chart/trace.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import type { Answer, Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { Pending } from "../../ui/async.tsx";
import type { TimeRange } from "../../ui/period-range.ts";

type History = Answer<"getChartData">["data"];

/** How closely a part must be looked at to be fetched in more detail, and in which. */
export interface Detail {
  upToMs: number;
  groupBy: "raw" | "15m";
}

/** A history of which a part may be in more detail. */
export type FineHistory = History & {
  /** What all of it covers, whatever its detail: the ends of a chart that is zoomed must not move. */
  span: TimeRange;
  /** What a time stands for in the part that is looked at. */
  seenBy: History["groupBy"];
};

const hourMs = 3_600_000;
const freshMs = 60_000;

/** Single readings for parts of up to six hours: a longer one has more of them than can be seen. */
export const readings: Detail = { upToMs: 6 * hourMs, groupBy: "raw" };

/** A history with the part that is looked at closely fetched, and then drawn, in more detail. */
export function useFiner(
  history: Pending<History>,
  question: Pick<Input<"getChartData">, "zone" | "series">,
  view: ChartZoom["view"],
  detail: Detail,
): Pending<FineHistory> {
  const { data } = history;
  const isNear = view !== undefined && view.toMs - view.fromMs <= detail.upToMs;
  // By whole hours, so that a small movement asks nothing new.
  const from = Math.floor((view?.fromMs ?? 0) / hourMs) * hourMs;
  const to = Math.ceil((view?.toMs ?? 1) / hourMs) * hourMs;
  const isWanted = isNear && data !== undefined && data.groupBy !== "raw" && data.groupBy !== detail.groupBy;
  const { data: fine, isLoading } = useCall(
    "getChartData",
    { ...question, from, to, groupBy: detail.groupBy },
    { enabled: isWanted, select: ({ data: answer }) => answer, staleTime: freshMs, retry: false },
  );
  const whole = useMemo(() => {
    if (!data) return undefined;
    const span = spanOf(data.t);
    if (!fine || !isWanted) return { ...data, span, seenBy: data.groupBy };
    return { ...withFiner(data, fine, { fromMs: from, toMs: to }), span, seenBy: fine.groupBy };
  }, [data, fine, isWanted, from, to]);
  return { ...history, data: whole, isFetching: history.isFetching || isLoading };
}

/** From the first group to the end of the last one. */
function spanOf(t: readonly number[]): TimeRange {
  const first = t[0] ?? 0;
  return { fromMs: first, toMs: (t.at(-1) ?? first) + groupLengthMs(t, 60_000) };
}
