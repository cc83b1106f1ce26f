import type { ChartDefinition, MetricSeries } from "@offgrid/contract/charts/chart-definition.schema";
import { type ChartTemplate, chartTemplates } from "@offgrid/contract/widgets/widget-types";

/** Charts that a new one can begin with, each of one container. Pure. */

export const templateNames = chartTemplates;
export type TemplateName = ChartTemplate;

type Part = Pick<MetricSeries, "metric"> & Partial<MetricSeries>;

const parts: Record<TemplateName, Pick<ChartDefinition, "period" | "aggregates"> & { all: readonly Part[] }> = {
  power: {
    period: "today",
    aggregates: ["average", "max"],
    all: [{ metric: "solar.power", type: "area" }, { metric: "load.power" }, { metric: "battery.soc", axis: "right" }],
  },
  energy: {
    period: "7_days",
    aggregates: ["sum"],
    all: [
      { metric: "solar.power", type: "bar", func: "energy" },
      { metric: "load.power", type: "bar", func: "energy" },
    ],
  },
  battery: {
    period: "7_days",
    aggregates: ["min", "average", "max"],
    all: [
      { metric: "battery.soc", type: "area" },
      { metric: "battery.voltage", axis: "right" },
    ],
  },
};

/** @param name What the chart is called. */
export function template(which: TemplateName, name: string, containerId: string): ChartDefinition {
  const { period, all, aggregates } = parts[which];
  const series = all.map((part, index) => ({
    ...emptySeries(`s${index + 1}`, { kind: "containers", ids: [containerId] }),
    ...part,
  }));
  return { ...blankDefinition(), name, period, aggregates, series };
}

/** A series of which nothing is chosen yet but where it is measured. */
export function emptySeries(id: string, of: MetricSeries["of"]): MetricSeries {
  return {
    ...{ id, kind: "metric", title: "", metric: "", of, each: false },
    ...{ func: "average", useIf: "all", multiply: 1, type: "line", axis: "left", plot: 0 },
  };
}

/** Nothing yet: the first series is chosen next. */
export function blankDefinition(): ChartDefinition {
  return {
    ...{ name: "", period: "today", groupBy: "auto", series: [] },
    ...{ aggregates: [], compare: { kind: "none" }, thresholds: [], tags: [] },
  };
}
