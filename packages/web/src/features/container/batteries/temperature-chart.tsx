import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { type ChartSeries, neutralColors } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { useDefinition } from "../../../chart/use-definition.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { ChartMarks } from "../../../domain/charts/marked-chart.tsx";
import type { TemperatureAnswer } from "./batteries.data.ts";

export interface TemperatureChartProps {
  answer: TemperatureAnswer;
  packs: readonly number[];
  zone: string;
  zoom: ChartZoom;
  marks?: ChartMarks;
}

/** Lowest, mean and highest temperature of each of thirty days, and the means of the packs. */
export function TemperatureChart({ answer, packs, zone, zoom, marks }: TemperatureChartProps) {
  const { t } = useTranslation("batteries");
  const series = useMemo<ChartSeries[]>(() => {
    const [low = [], mean = [], high = [], ...ofPacks] = answer.series;
    const [coverage, , , ...ofPacksMeasured] = answer.coverage;
    const bank: ChartSeries[] = [
      {
        id: "low",
        title: t("lowestDay"),
        unit: "degC",
        type: "line",
        color: "muted",
        dashed: true,
        values: low,
        coverage,
      },
      { id: "mean", title: t("meanDay"), unit: "degC", type: "line", color: "info", values: mean, coverage },
      { id: "high", title: t("highestDay"), unit: "degC", type: "line", color: "compare-3", values: high, coverage },
    ];
    const others = packs.map((number, index): ChartSeries => ({
      id: `pack ${number}`,
      title: t("pack", { number }),
      unit: "degC",
      type: "line",
      color: neutralColors[index % 3]!,
      values: ofPacks[index] ?? [],
      coverage: ofPacksMeasured[index],
    }));
    return [...bank, ...others].filter(({ values }) => values.some((value) => value !== null));
  }, [answer, packs, t]);
  const files = useDefinition({
    name: t("temperature"),
    range: answer.span,
    period: "30_days",
    metrics: (["min", "average", "max"] as const).map((func) => ({ metric: "battery.temperature", func })),
  });
  return (
    <Chart
      {...files}
      title={t("temperature")}
      titleShown={false}
      t={answer.t}
      series={series}
      zone={zone}
      {...answer.span}
      groupBy={answer.seenBy}
      zoom={zoom}
      navigator
      {...marks}
    />
  );
}
