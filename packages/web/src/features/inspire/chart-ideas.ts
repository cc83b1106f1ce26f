import type { ChartDefinition, MetricSeries } from "@offgrid/contract/charts/chart-definition.schema";

import {
  blankDefinition,
  emptySeries,
  template,
  type TemplateName,
  templateNames,
} from "../../domain/charts/templates.ts";

/** Charts that are offered: those that every new chart can begin with, and some more. Pure. */

type Part = Pick<MetricSeries, "metric"> & Partial<MetricSeries>;

const more = {
  yesterday: {
    period: "today",
    compare: { kind: "previous" },
    parts: [{ metric: "solar.power", type: "area" }, { metric: "load.power" }],
  },
  inside: {
    period: "7_days",
    compare: { kind: "none" },
    parts: [{ metric: "inside.temperature" }, { metric: "battery.temperature" }],
  },
  generator: {
    period: "30_days",
    compare: { kind: "none" },
    parts: [
      { metric: "generator.power", type: "bar", func: "energy" },
      { metric: "solar.power", type: "bar", func: "energy" },
    ],
  },
} as const satisfies Record<string, Pick<ChartDefinition, "period" | "compare"> & { parts: readonly Part[] }>;

const moreNames = Object.keys(more) as (keyof typeof more)[];
export const chartIdeas = [...templateNames, ...moreNames];
export type ChartIdea = (typeof chartIdeas)[number];

export function isTemplate(name: ChartIdea): name is TemplateName {
  return templateNames.some((one) => one === name);
}

export function ideaChart(which: ChartIdea, name: string, containerId: string): ChartDefinition {
  if (isTemplate(which)) return template(which, name, containerId);
  const { period, compare, parts } = more[which];
  const series = parts.map((part, index) => ({
    ...emptySeries(`s${index + 1}`, { kind: "containers" as const, ids: [containerId] }),
    ...part,
  }));
  return { ...blankDefinition(), name, period, compare, series };
}

/** Some metrics of one container over seven days: what a rule or an automation looks at. */
export function metricsChart(metrics: readonly string[], containerId: string): ChartDefinition {
  const series = metrics.map((metric, index) => ({
    ...emptySeries(`s${index + 1}`, { kind: "containers" as const, ids: [containerId] }),
    metric,
  }));
  return { ...blankDefinition(), period: "7_days", series };
}

/** What a chart draws, whatever it is called. */
export function drawnBy({ period, compare, series }: ChartDefinition) {
  const drawn = series.map((one) =>
    one.kind === "metric" ? [one.metric, one.of, one.func, one.type] : [one.op, one.a, one.b],
  );
  return [period, compare, drawn] as const;
}
