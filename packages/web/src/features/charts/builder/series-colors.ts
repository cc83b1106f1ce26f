import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { lineColors, quantityOfSeries } from "@offgrid/contract/charts/line-colors";
import type { SeriesColor } from "@offgrid/contract/charts/series-colors";

/**
 * The colour of each series of a chart, that of its first line where it is drawn: series of several lines and formulas, which
 * are drawn last, move the colours of the others. Pure.
 */
export function seriesColors(definition: ChartDefinition, drawn: DrawnChart | undefined): SeriesColor[] {
  const { series } = definition;
  const placed = drawn ? placedLines(drawn, definition) : [];
  const ofLine = new Map(lineColors(placed).map((color, index) => [placed[index]?.id, color]));
  const alone = lineColors(series.map((one) => ({ color: one.color ?? null, quantity: quantityOfSeries(one) })));
  return series.map((one, index) => {
    const line = drawn?.lines.find((each) => each.series === one.id);
    return ofLine.get(line?.id) ?? alone[index] ?? "info";
  });
}
