import { colorOf } from "@offgrid/contract/charts/line-colors";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useMemo } from "react";

import type { ChartSeries } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { useDefinition } from "../../../chart/use-definition.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { ChartMarks } from "../../../domain/charts/marked-chart.tsx";
import type { FineHistory } from "../../../domain/container/use-finer.ts";

export interface MetricChartProps {
  answer: FineHistory;
  metric: string;
  zone: string;
  zoom: ChartZoom;
  marks?: ChartMarks;
}

/** The history of one metric over 24 hours. */
export function MetricChart({ answer, metric, zone, zoom, marks }: MetricChartProps) {
  const locale = useLocale();
  const known = findMetric(metric);
  const title = known?.[locale] ?? metric;
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        id: metric,
        title,
        unit: known?.unit ?? "count",
        type: "line",
        color: colorOf(metric) ?? "info",
        values: answer.series[0] ?? [],
        coverage: answer.coverage[0],
      },
    ],
    [answer, metric, title, known],
  );
  const files = useDefinition({ name: title, metrics: [{ metric }], range: answer.span, period: "day" });
  return (
    <Chart
      {...files}
      title={title}
      titleShown={false}
      t={answer.t}
      series={series}
      zone={zone}
      gapMs={45 * 60_000}
      {...answer.span}
      groupBy={answer.seenBy}
      zoom={zoom}
      navigator
      {...marks}
    />
  );
}
