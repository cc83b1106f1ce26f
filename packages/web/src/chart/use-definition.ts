import { useMemo } from "react";

import type { Period, TimeRange } from "../ui/period-range.ts";
import type { FilesOf } from "./chart-files.tsx";
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
  /** What is drawn, and files are of. Left out: today. */
  range?: TimeRange | undefined;
  /** What it was chosen by, which a chart of one's own follows as time goes on. Left out: the range, which stays. */
  period?: Period | undefined;
  /** Several of them. Left out: the container of the page. */
  containerIds?: readonly string[] | undefined;
  /** A line for each container instead of their sum. */
  each?: boolean;
}

/** What a chart of the portal shows, as the beginning of a chart of one's own and for files; no definition: nothing that can be built. */
export function useDefinition({
  name,
  metrics,
  range,
  period = range ? "custom" : "today",
  containerIds,
  each = false,
}: Shown): FilesOf {
  const own = useChartContainer();
  const ids = containerIds ?? (own === undefined ? [] : [own]);
  const shown = range && { from: Math.round(range.fromMs), to: Math.round(range.toMs) };
  const time = period === "custom" ? { period, ...shown } : { period };
  const text = JSON.stringify({ name, metrics, ids, each, time });
  const definition = useMemo((): GivenDefinition | undefined => {
    if (ids.length === 0 || metrics.length === 0) return undefined;
    const of = { kind: "containers" as const, ids: [...ids] };
    return {
      name: name.slice(0, 128),
      ...time,
      series: metrics.map((one, index) => ({ id: `s${index + 1}`, kind: "metric" as const, of, each, ...one })),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text has all of it
  }, [text]);
  const { from, to } = shown ?? {};
  const place = useMemo(() => (from === undefined || to === undefined ? {} : { from, to }), [from, to]);
  return { definition, place };
}
