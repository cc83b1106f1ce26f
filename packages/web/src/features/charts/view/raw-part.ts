import type { ChartDefinition, DefinedSeries } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { longestRawMs } from "@offgrid/contract/charts/chart-rules";

import { amounts } from "../../../domain/charts/finer-drawing.ts";
import type { TimeRange } from "../../../ui/period-range.ts";

const hourMs = 3_600_000;
/** Of how long single readings are offered: the next where those of the one before were too many for a chart. */
const spans = [longestRawMs, 6 * hourMs, 2 * hourMs];

/** Of which time single readings are shown; without a range: of all that is drawn. */
export interface RawPart {
  spanMs: number;
  range: TimeRange | undefined;
}

/**
 * The time of which single readings are offered: all of a range that is short enough, else the part around the middle of
 * what is looked at, else the last one. Undefined: there are too many of them in the shortest. Pure.
 * @param view Undefined: all of it is looked at.
 * @param isTooMany Those of all that is drawn are more than a chart may have.
 */
export function rawPart(
  { from, to }: Pick<DrawnChart, "from" | "to">,
  view: TimeRange | undefined,
  isTooMany = false,
): RawPart | undefined {
  const whole = to - from;
  if (!isTooMany && whole <= longestRawMs) return { spanMs: whole, range: undefined };
  const spanMs = spans.find((one) => one < whole);
  if (spanMs === undefined) return undefined;
  const middle = view ? (view.fromMs + view.toMs) / 2 : to;
  const fromMs = Math.round(Math.min(Math.max(middle - spanMs / 2, from), to - spanMs));
  return { spanMs, range: { fromMs, toMs: fromMs + spanMs } };
}

/** Why a chart has no single readings, whatever its range is; undefined: it has. Pure. */
export function whyNotRaw(
  { series, compare }: ChartDefinition,
  { containers }: Pick<DrawnChart, "containers">,
): "noEnergy" | "notCompared" | "notSummed" | undefined {
  if (series.some((one) => one.kind === "metric" && amounts.has(one.func))) return "noEnergy";
  if (compare.kind !== "none") return "notCompared";
  const isSum = (one: DefinedSeries) => one.kind === "formula" || isSummed(one, containers.length);
  return series.every(isSum) ? "notSummed" : undefined;
}

/** @param count Of the containers that are drawn. */
function isSummed({ each, of }: Extract<DefinedSeries, { kind: "metric" }>, count: number): boolean {
  if (each || of.kind === "$container") return false;
  return of.kind === "containers" ? of.ids.length > 1 : count > 1;
}
