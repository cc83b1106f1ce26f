import type { Unit } from "@offgrid/contract/telemetry/metrics";

/** A colour of an energy series, by its token; it belongs to the series and never to its position. */
export type SeriesColor = "solar" | "load" | "battery-out" | "battery-in" | "generator" | "soc" | "muted" | "info";

/** One course of a chart. */
export interface ChartSeries {
  /** Stays the same over all renders. */
  id: string;
  title: string;
  unit: Unit;
  type: "line" | "bar" | "area" | "stack_line" | "stack_bar";
  axis?: "left" | "right";
  color: SeriesColor;
  /** One per time of the chart, in `unit`; null where nothing was measured. */
  values: readonly (number | null)[];
  /** For what is not measured now: an estimate, or yesterday beside today. */
  dashed?: boolean;
}

/** What fills a bar or a stack, so that colour is never the only difference. */
export type FillPattern = "solid" | "rising" | "falling" | "dots";

export const fillPatterns: Record<SeriesColor, FillPattern> = {
  solar: "solid",
  load: "solid",
  "battery-out": "rising",
  "battery-in": "falling",
  generator: "dots",
  soc: "solid",
  muted: "solid",
  info: "solid",
};

/** Dash of a line in CSS pixels; undefined: solid. */
export function lineDash(series: Pick<ChartSeries, "color" | "dashed">): number[] | undefined {
  if (series.dashed) return [3, 3];
  return series.color === "soc" ? [6, 3] : undefined;
}

export function isBar(series: Pick<ChartSeries, "type">): boolean {
  return series.type === "bar" || series.type === "stack_bar";
}

export function isStacked(series: Pick<ChartSeries, "type">): boolean {
  return series.type === "stack_line" || series.type === "stack_bar";
}
