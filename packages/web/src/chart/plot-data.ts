import type { TimeRange } from "../ui/period-range.ts";
import { axisOf, isBar, type ChartSeries } from "./chart-series.ts";
import { layersOf, type Layer } from "./stack.ts";
import { BlockExtents, groupLengthMs, indexAt } from "./trace.ts";

type Axis = "left" | "right";

/** The values of a chart as they are drawn: plain numbers, stacked where they stack. */
export interface PlotData {
  t: Float64Array;
  /** One per series, in their order. */
  layers: Layer[];
  /** Of their upper edges. */
  extents: BlockExtents[];
  /** Length of a group of bars, milliseconds. */
  groupMs: number;
  /** Largest magnitude on each axis. */
  largest: Record<Axis, number>;
}

/** @param whole The whole time axis; it decides the width of a bar that stands alone. */
export function plotData(times: readonly number[], series: readonly ChartSeries[], whole: TimeRange): PlotData {
  const t = new Float64Array(times);
  const layers = layersOf(series, t.length);
  const extents = layers.map(({ upper }) => new BlockExtents(upper));
  const largest = { left: 0, right: 0 };
  for (const [index, one] of series.entries()) {
    const found = extents[index]!.between(0, t.length - 1);
    const axis = axisOf(one);
    if (found) largest[axis] = Math.max(largest[axis], Math.abs(found[0]), Math.abs(found[1]));
  }
  return { t, layers, extents, groupMs: groupLengthMs(t, whole.toMs - whole.fromMs), largest };
}

/** Lowest and highest visible value on an axis; undefined: none. */
export function seenExtent(
  { t, extents, groupMs }: PlotData,
  series: readonly ChartSeries[],
  axis: Axis,
  view: TimeRange,
): [number, number] | undefined {
  const last = indexAt(t, view.toMs);
  let seen: [number, number] | undefined;
  for (const [index, one] of series.entries()) {
    if (axisOf(one) !== axis) continue;
    // A group of bars is visible as long as its end is.
    const first = indexAt(t, isBar(one) ? view.fromMs - groupMs : view.fromMs - 1) + 1;
    const found = extents[index]!.between(first, last);
    if (found) seen = seen ? [Math.min(seen[0], found[0]), Math.max(seen[1], found[1])] : found;
  }
  return seen;
}
