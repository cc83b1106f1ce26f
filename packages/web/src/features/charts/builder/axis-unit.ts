import type { ChartDefinition, ChartThreshold } from "@offgrid/contract/charts/chart-definition.schema";
import { axisUnitOf, seriesUnit } from "@offgrid/contract/charts/chart-rules";
import { differenceOf, type QuantityUnit } from "@offgrid/contract/telemetry/shown-units";

/** What the axis of a threshold is in, by its first series that has a unit; of one that has none, nobody knows. */
export function axisUnit(
  { series }: Pick<ChartDefinition, "series">,
  { axis, plot }: Pick<ChartThreshold, "axis" | "plot">,
): QuantityUnit {
  const own = series.filter((one) => one.axis === axis && one.plot === plot);
  const first = own.find((one) => axisUnitOf(one, series) !== undefined) ?? own[0];
  if (!first) return "count";
  const unit = seriesUnit(first, series);
  return first.kind === "formula" ? differenceOf(unit) : unit;
}
