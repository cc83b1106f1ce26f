import { useMemo } from "react";

import type { TimeRange } from "../ui/period-range.ts";
import { useChartContainer } from "./chart-subject.ts";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";

type GivenSeries = Extract<GivenDefinition["series"][number], { kind: "metric" }>;
/** What a chart shows of a metric. */
export type ShownMetric = Pick<
  GivenSeries,
  "metric" | "func" | "useIf" | "type" | "axis" | "title" | "multiply" | "plot" | "color"
>;

interface Shown {
  name: string;
  metrics: readonly ShownMetric[];
  /** Left out: today. */
  range?: Partial<TimeRange> | undefined;
  /** Several of them. Left out: the container of the page. */
  containerIds?: readonly string[] | undefined;
  /** A line for each container instead of their sum. */
  each?: boolean;
}

/** What a chart of the portal shows, as the beginning of a chart of one's own; undefined: nothing that can be built. */
export function useDefinition({
  name,
  metrics,
  range,
  containerIds,
  each = false,
}: Shown): GivenDefinition | undefined {
  const own = useChartContainer();
  const ids = containerIds ?? (own === undefined ? [] : [own]);
  const { fromMs, toMs } = range ?? {};
  const text = JSON.stringify({ name, metrics, ids, each, fromMs, toMs });
  return useMemo(() => {
    if (ids.length === 0 || metrics.length === 0) return undefined;
    const of = { kind: "containers" as const, ids: [...ids] };
    return {
      name: name.slice(0, 128),
      ...(fromMs !== undefined && toMs !== undefined
        ? { period: "custom" as const, from: Math.round(fromMs), to: Math.round(toMs) }
        : { period: "today" as const }),
      series: metrics.map((one, index) => ({ id: `s${index + 1}`, kind: "metric" as const, of, each, ...one })),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text has all of it
  }, [text]);
}
