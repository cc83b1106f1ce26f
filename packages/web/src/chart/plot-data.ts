import type { TimeRange } from "../ui/period-range.ts";
import { columnAfter, isExtension } from "./growing-columns.ts";
import { axisOf, isBar, type ChartSeries } from "./chart-series.ts";
import type { PathSource } from "./plot-paths.ts";
import { layersOf, type Layers } from "./stack.ts";
import { BlockExtents, groupLengthOf, indexAt, shortestStepMs } from "./trace.ts";

type Axis = "left" | "right";

/** The values of a chart as they are drawn: plain numbers, stacked where they stack. */
export interface PlotData extends Layers {
  t: Float64Array;
  /** Of the upper edges of the layers. */
  extents: BlockExtents[];
  /** The shortest step between times, milliseconds; infinite where there are fewer than two. */
  stepMs: number;
  /** Length of a group of bars, milliseconds. */
  groupMs: number;
  /** Largest magnitude on each axis. */
  largest: Record<Axis, number>;
}

/**
 * @param whole The whole time axis; it decides the width of a bar that stands alone.
 * @param before The data drawn last: of a chart that has only gained points at its end, what was there is not read again,
 * and stays where it is in memory.
 */
export function plotData(
  times: readonly number[],
  series: readonly ChartSeries[],
  whole: TimeRange,
  before?: PlotData,
): PlotData {
  const t = (before && columnAfter(before.t, times)) ?? new Float64Array(times);
  const drawn = layersOf(series, t.length, before);
  const extents = drawn.layers.map(({ upper }, index) => {
    const known = before?.layers[index];
    return new BlockExtents(upper, known && isExtension(upper, known.upper) ? before?.extents[index] : undefined);
  });
  const largest = { left: 0, right: 0 };
  for (const [index, one] of series.entries()) {
    const found = extents[index]!.between(0, t.length - 1);
    const axis = axisOf(one);
    if (found) largest[axis] = Math.max(largest[axis], Math.abs(found[0]), Math.abs(found[1]));
  }
  const stepMs =
    before && isExtension(t, before.t) ? shortestStepMs(t, before.stepMs, before.t.length) : shortestStepMs(t);
  return { t, ...drawn, extents, stepMs, groupMs: groupLengthOf(stepMs, whole.toMs - whole.fromMs), largest };
}

const none = new Float64Array(0);

/** What a series is drawn from. Of one that was taken away while its drawing is still there nothing is left to draw. */
export function sourceOf({ t, layers, groupMs }: PlotData, index: number): PathSource {
  const layer = layers[index];
  return layer ? { t, layer, groupMs } : { t: none, layer: { lower: none, upper: none }, groupMs };
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
