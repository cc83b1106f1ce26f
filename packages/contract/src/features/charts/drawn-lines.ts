import { quantityOfSeries } from "./line-colors.ts";
import type { ChartDefinition, DefinedSeries } from "./chart-definition.schema.ts";
import type { DrawnChart, DrawnLine } from "./chart-drawing.schema.ts";
import { misplacedSeries } from "./chart-rules.ts";

/** A line with how it is drawn, the same on a screen, on a public page and on paper. */
export type PlacedLine = Omit<DrawnLine, "series"> &
  Pick<DefinedSeries, "type" | "axis" | "plot"> & {
    /** What its maker chose; null: that of what it measures. */
    color: NonNullable<DefinedSeries["color"]> | null;
    /** The metric; null: a formula. */
    quantity: string | null;
  };

/** The lines of a drawing with how each is drawn; series on an axis of another unit are left out. Pure. */
export function placedLines({ lines }: Pick<DrawnChart, "lines">, { series }: ChartDefinition): PlacedLine[] {
  const misplaced = misplacedSeries(series);
  return lines.flatMap(({ series: id, ...line }) => {
    const own = series.find((one) => one.id === id);
    if (!own || misplaced.has(id)) return [];
    const { type, axis, plot } = own;
    // Of several lines of one series only the first can have its colour.
    const isFirst = lines.find((one) => one.series === id)?.id === line.id;
    const color = isFirst ? (own.color ?? null) : null;
    return [{ ...line, type, axis, plot, color, quantity: quantityOfSeries(own) }];
  });
}
