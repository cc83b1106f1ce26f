import type uPlot from "uplot";

import type { Layer } from "./stack.ts";
import { traceRuns } from "./trace.ts";

/** Everything a path needs to know of its series, read anew with each drawing. */
export interface PathSource {
  t: readonly number[];
  layer: Layer;
}

interface Projection {
  x: (atMs: number) => number;
  y: (value: number) => number;
  /** Width of the plot in canvas pixels. */
  width: number;
}

function projection(plot: uPlot, seriesIndex: number): Projection {
  const { left, top, width, height } = plot.bbox;
  const x = plot.scales.x!;
  const y = plot.scales[plot.series[seriesIndex]!.scale!]!;
  const perMs = width / (x.max! - x.min!);
  const perUnit = height / (y.max! - y.min!);
  return {
    x: (atMs) => left + (atMs - x.min!) * perMs,
    y: (value) => top + (y.max! - value) * perUnit,
    width,
  };
}

/** Neither bands nor gaps of the library: our runs have the gaps already. */
const noClips = { clip: null, gaps: [], flags: 0 };

/**
 * A course as a line, and where `filled` as the area down to its lower edge. A value alone between two gaps is a dot.
 * @param source Its arrays are read at drawing time.
 */
export function linePaths(
  source: () => PathSource,
  { filled, gapMs, widthPx }: { filled: boolean; gapMs: number | undefined; widthPx: number },
): uPlot.Series.PathBuilder {
  return (plot, seriesIndex, firstVisible, lastVisible) => {
    const { t, layer } = source();
    const at = projection(plot, seriesIndex);
    // One point beyond each edge, so that the line does not end inside the picture.
    const first = Math.max(0, firstVisible - 1);
    const last = Math.min(t.length - 1, lastVisible + 1);
    const stroke = new Path2D();
    const fill = new Path2D();
    for (const run of traceRuns(t, layer.upper, { first, last, gapMs, columns: Math.ceil(at.width) })) {
      const points = run.map((index) => [at.x(t[index]!), at.y(layer.upper[index]!)] as const);
      if (points.length === 1) {
        const [x, y] = points[0]!;
        const radius = widthPx * 1.5;
        fill.moveTo(x + radius, y);
        fill.arc(x, y, radius, 0, 2 * Math.PI);
        continue;
      }
      for (const [position, [x, y]] of points.entries()) {
        if (position === 0) stroke.moveTo(x, y);
        else stroke.lineTo(x, y);
      }
      if (!filled) continue;
      for (const [position, [x, y]] of points.entries()) {
        if (position === 0) fill.moveTo(x, y);
        else fill.lineTo(x, y);
      }
      for (const index of run.toReversed()) fill.lineTo(at.x(t[index]!), at.y(layer.lower[index]!));
      fill.closePath();
    }
    return { stroke, fill, ...noClips };
  };
}

/** Share of a group's width that its bars take together. */
const barShare = 0.7;

/** Bars from the lower to the upper edge, over their group's time; `slot` of `slots` side by side. */
export function barPaths(
  source: () => PathSource,
  { groupMs, slot, slots }: { groupMs: () => number; slot: number; slots: () => number },
): uPlot.Series.PathBuilder {
  return (plot, seriesIndex, firstVisible, lastVisible) => {
    const { t, layer } = source();
    const at = projection(plot, seriesIndex);
    const fill = new Path2D();
    const length = groupMs();
    const first = Math.max(0, firstVisible - 1);
    for (let index = first; index <= Math.min(t.length - 1, lastVisible); index++) {
      const lower = layer.lower[index];
      const upper = layer.upper[index];
      if (lower === null || lower === undefined || upper === null || upper === undefined) continue;
      const left = at.x(t[index]!);
      const group = at.x(t[index]! + length) - left;
      const width = (group * barShare) / slots();
      const x = left + (group * (1 - barShare)) / 2 + slot * width;
      const y = Math.min(at.y(lower), at.y(upper));
      fill.rect(x, y, Math.max(1, width), Math.abs(at.y(upper) - at.y(lower)));
    }
    return { stroke: null, fill, ...noClips };
  };
}
