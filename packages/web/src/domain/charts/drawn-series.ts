import type { ChartThreshold } from "@offgrid/contract/charts/chart-definition.schema";
import { atStart, comparedTitle } from "@offgrid/contract/charts/drawn-words";
import { lineColors } from "@offgrid/contract/charts/line-colors";
import type { Unit } from "@offgrid/contract/telemetry/metrics";
import { differenceOf, type QuantityUnit } from "@offgrid/contract/telemetry/shown-units";

import type { ChartSeries, SeriesColor } from "../../chart/chart-series.ts";

/** A line as it is drawn, whether of a chart of one's own or of a link. */
export interface PlotLine {
  id: string;
  title: string;
  unit: Unit;
  values: readonly (number | null)[];
  ghost: readonly (number | null)[] | null;
  type: ChartSeries["type"];
  axis: "left" | "right";
  plot: number;
  color: SeriesColor | null;
  /** The metric; null: a formula. */
  quantity: string | null;
  coverage: number;
  /** When it came late: from and to, epoch ms. */
  late?: [fromMs: number, toMs: number][] | undefined;
  /** Amounts, such as energy, whose sum is that of the range. */
  adds?: boolean | undefined;
  /** A sum in which negative amounts counted as 0. */
  clamped?: boolean | undefined;
}

/** One drawing of a chart: those below each other share their time. */
export interface DrawnPlot {
  plot: number;
  series: ChartSeries[];
}

export interface PlotWords {
  /** Names what is laid over, beside the name of its line. */
  compared: string;
  threshold: (threshold: ChartThreshold, unit: QuantityUnit) => string;
}

/** The series of each drawing, with what is laid over them and the thresholds. */
export function drawnPlots(
  t: readonly number[],
  lines: readonly PlotLine[],
  thresholds: readonly ChartThreshold[],
  words: PlotWords,
): DrawnPlot[] {
  const colors = lineColors(lines);
  const plots = [...new Set(lines.map(({ plot }) => plot))].toSorted((one, other) => one - other);
  return plots.map((plot) => {
    const own = lines.flatMap((line, index) => (line.plot === plot ? [{ line, color: colors[index] ?? "info" }] : []));
    const series = inOneEntry(
      own.flatMap(({ line, color }) => lineSeries(line, color, words)),
      words,
    );
    const levels = thresholds
      .filter((one) => one.plot === plot && own.some(({ line }) => line.axis === one.axis))
      .map((one, index): ChartSeries => {
        const unit = quantityOf(own.find(({ line }) => line.axis === one.axis)!.line);
        const title = words.threshold(one, unit);
        const values = t.map(() => one.value);
        return {
          id: `level-${index}`,
          title,
          label: title,
          unit,
          type: "line",
          axis: one.axis,
          color: "muted",
          dashed: true,
          values,
        };
      });
    return { plot, series: [...series, ...levels] };
  });
}

/** What is laid over several lines has one place in the legend: each named again would double it. */
function inOneEntry(series: readonly ChartSeries[], { compared }: PlotWords): ChartSeries[] {
  const isShared = series.filter(({ ghost }) => ghost).length > 1;
  const entry = atStart(compared);
  return series.map((one) => (isShared && one.ghost ? { ...one, entry } : one));
}

/** A formula of temperatures says how far one is from the other. */
export function quantityOf({ unit, quantity }: Pick<PlotLine, "unit" | "quantity">): QuantityUnit {
  return quantity === null ? differenceOf(unit) : unit;
}

function lineSeries(line: PlotLine, color: SeriesColor, { compared }: PlotWords): ChartSeries[] {
  const { id, title, type, axis, values, ghost, late, coverage, clamped, adds } = line;
  const plain: ChartSeries = { id, title, unit: quantityOf(line), type, axis, color, values, adds };
  const own = { ...plain, coverage, ...(late && { late }), ...(clamped && { clamped }) };
  if (!ghost) return [own];
  const over = { ...plain, id: `${id}-ghost`, title: comparedTitle(title, compared), values: ghost };
  return [own, { ...over, type: "line", ghost: true, over: id, overName: atStart(compared) }];
}
