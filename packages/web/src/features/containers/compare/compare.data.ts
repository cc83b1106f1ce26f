import { rowMetrics } from "@offgrid/contract/containers/row-metrics";
import { tickMs } from "@offgrid/contract/core/constants";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import { nearHours, withFiner } from "../../../chart/finer.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import { callQueryInTurn } from "../../../core/api/call-query-in-turn.ts";
import { daysOf } from "../../../domain/energy-balance/bars-for.ts";
import type { FiguresQuestion } from "../../../domain/period-figures/period-figures.data.ts";
import type { Pending } from "../../../ui/async.tsx";
import type { TimeRange } from "../../../ui/period-range.ts";
import type { ComparedMetric } from "./compare.search.ts";
import { type Aligned, alignedByClock, type ComparedAxis, sameClock } from "./local-hours.ts";

const metrics: Record<ComparedMetric, string> = {
  soc: rowMetrics.soc,
  solar: rowMetrics.solarPower,
  load: rowMetrics.loadPower,
};

type Group = "15m" | "hour" | "day";

/** @property groupBy What a time stands for in the part that is looked at. */
export type ComparedHistory = Aligned & { groupBy: Group };

function groupFor(range: TimeRange): Group {
  const days = daysOf(range);
  if (days <= 2.1) return "15m";
  return days <= 60 ? "hour" : "day";
}

/**
 * The histories of containers, each over its own range, laid over an axis by the clocks at each place. One that cannot be
 * fetched is left out as long as another is there.
 * @param questions Keep their identity while nothing changes.
 */
export function useComparedHistory(
  questions: readonly FiguresQuestion[],
  axis: ComparedAxis | undefined,
  metric: ComparedMetric,
  view: ChartZoom["view"],
): Pending<ComparedHistory> {
  const groupBy = axis ? groupFor(axis.range) : "15m";
  const whole = useHistories(questions, axis, metric, groupBy);
  const near = axis && nearHours(axis.range, view, axis.zone);
  const nearer = near && questions.map((one) => ({ ...one, range: sameClock(near, axis.zone, one.zone) }));
  const fine = useHistories(nearer ?? none, axis, metric, "15m");
  const data = useMemo(
    () =>
      whole.data &&
      (fine.data && near
        ? { ...withFiner(whole.data, fine.data, near), groupBy: "15m" as const }
        : { ...whole.data, groupBy }),
    // oxlint-disable-next-line react/exhaustive-deps -- the part is another object at each render, and its ends are what counts
    [whole.data, fine.data, near?.fromMs, near?.toMs, groupBy],
  );
  return { ...whole, data, isFetching: whole.isPending || (near !== undefined && fine.isPending) };
}

const none: readonly FiguresQuestion[] = [];

function useHistories(
  questions: readonly FiguresQuestion[],
  axis: ComparedAxis | undefined,
  metric: ComparedMetric,
  groupBy: Group = "15m",
): Pending<Aligned> {
  return useQueries({
    queries: questions.map(({ containerId, zone, range }) => ({
      ...callQueryInTurn("getChartData", {
        ...{ from: range.fromMs, to: range.toMs, zone, groupBy },
        series: [{ containerId, metric: metrics[metric], func: "average" as const }],
      }),
      refetchInterval: 2 * tickMs,
      staleTime: tickMs,
    })),
    combine: (found) => {
      const histories = found.map(({ data }, place) => {
        const question = questions[place];
        return (
          data &&
          question && {
            ...question,
            t: data.data.t,
            values: data.data.series[0] ?? [],
            coverage: data.data.coverage[0],
          }
        );
      });
      const isPending = found.some((one) => one.isPending);
      return {
        data: axis && !isPending && histories.some(Boolean) ? alignedByClock(histories, axis) : undefined,
        error: histories.some(Boolean) ? null : (found.find(({ error }) => error)?.error ?? null),
        isPending,
        isFetching: isPending,
        refetch: () => Promise.all(found.map(({ refetch }) => refetch())),
      };
    },
  });
}
