import { type ChartSeries, neutralColors } from "../../../chart/chart-series.ts";
import type { ComparedHistory } from "./compare.data.ts";
import type { ComparedMetric } from "./compare.search.ts";

/** One line for each container, in a colour that stands for no kind of energy: all of them show the same one. */
export function comparedSeries(
  names: readonly string[],
  metric: ComparedMetric,
  { series, coverage }: Pick<ComparedHistory, "series" | "coverage">,
): ChartSeries[] {
  return names.map((title, index) => ({
    id: `container-${index}`,
    title,
    unit: metric === "soc" ? "percent" : "W",
    type: "line",
    color: neutralColors[index % neutralColors.length]!,
    values: series[index] ?? [],
    coverage: coverage[index],
  }));
}
