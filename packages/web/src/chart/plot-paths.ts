import type uPlot from "uplot";

import type { ChartSeries } from "./chart-series.ts";
import { latePoints, lateStepPx } from "./late-points.ts";
import { lineColumns } from "./line-columns.ts";
import type { Layer } from "./stack.ts";
import { eachCorner, indexAt, traceRuns } from "./trace.ts";

/** Everything that a path needs to know of its series, read again with each drawing. */
export interface PathSource {
  t: Float64Array;
  layer: Layer;
  /** Length of a group of bars, milliseconds. */
  groupMs: number;
}

interface Projection {
  x: (atMs: number) => number;
  y: (value: number) => number;
  /** Visible indices, with one beyond each edge, so that no line ends inside the picture. */
  first: number;
  last: number;
}

function projection(plot: uPlot, seriesIndex: number, { t, groupMs }: PathSource, shiftMs = 0): Projection {
  const { left, top, width, height } = plot.bbox;
  const x = plot.scales.x!;
  const y = plot.scales[plot.series[seriesIndex]!.scale!]!;
  const perMs = width / (x.max! - x.min!);
  const perUnit = height / (y.max! - y.min!);
  return {
    x: (atMs) => left + (atMs + shiftMs - x.min!) * perMs,
    y: (value) => top + (y.max! - value) * perUnit,
    first: Math.max(0, indexAt(t, x.min! - groupMs)),
    last: Math.min(t.length - 1, indexAt(t, x.max!) + 1),
  };
}

/** Neither bands nor gaps of the library: our runs have the gaps already. */
const noClips = { clip: null, gaps: [], flags: 0 };

/** How a series is drawn as a line. */
export interface LineStyle {
  /** Colours of the line and of the area down to its lower edge; absent: no area. */
  line: string;
  area?: string;
  /** Of the line, CSS pixels. */
  widthPx: number;
  /** Lengths drawn and left out, alternately, in CSS pixels. */
  dash?: readonly number[];
  /** Its values are for groups, as those of bars beside it: it runs through the middles of the groups. */
  isCentred: boolean;
  /** Longer silence breaks the line. */
  gapMs: number | undefined;
  /** Of states: a value holds until the next one, as nothing lies between off and on. */
  isStepped: boolean;
}

type LateStretches = NonNullable<ChartSeries["late"]>;

/** With this many points per column of device pixels or more, a line is drawn column by column. */
const denseFrom = 2;

const isDense = (plot: uPlot, { first, last }: Projection): boolean =>
  last - first + 1 > denseFrom * Math.ceil(plot.bbox.width);

/**
 * A series as a line, and as the area down to its lower edge. A value alone between two gaps is a dot. Dense ones have
 * no path: `drawDenseLine` draws them.
 * @param source Its arrays are read at drawing time.
 */
export function linePaths(
  source: () => PathSource,
  { area, widthPx, isCentred, gapMs, isStepped }: LineStyle,
): uPlot.Series.PathBuilder {
  return (plot, seriesIndex) => {
    const from = source();
    const { t, layer } = from;
    const at = projection(plot, seriesIndex, from, isCentred ? from.groupMs / 2 : 0);
    if (isDense(plot, at)) return null;
    const stroke = new Path2D();
    const fill = new Path2D();
    for (const run of traceRuns(t, layer.upper, { first: at.first, last: at.last, gapMs })) {
      const start = run[0]!;
      if (run.length === 1) {
        const radius = widthPx * devicePixelRatio * 1.5;
        const x = at.x(t[start]!);
        const y = at.y(layer.upper[start]!);
        fill.moveTo(x + radius, y);
        fill.arc(x, y, radius, 0, 2 * Math.PI);
        continue;
      }
      const follow = (path: Path2D) => {
        path.moveTo(at.x(t[start]!), at.y(layer.upper[start]!));
        eachCorner(run, isStepped, (time, value) => path.lineTo(at.x(t[time]!), at.y(layer.upper[value]!)));
      };
      follow(stroke);
      if (area === undefined) continue;
      follow(fill);
      for (let position = run.length - 1; position >= 0; position--) {
        const index = run[position]!;
        fill.lineTo(at.x(t[index]!), at.y(layer.lower[index]!));
      }
      fill.closePath();
    }
    return { stroke, fill, ...noClips };
  };
}

/** Draws what `linePaths` left out, a bar for each column of pixels; otherwise nothing. */
export function drawDenseLine(
  plot: uPlot,
  seriesIndex: number,
  from: PathSource,
  { line, area, widthPx, dash, isCentred, gapMs }: LineStyle,
): void {
  const at = projection(plot, seriesIndex, from, isCentred ? from.groupMs / 2 : 0);
  if (!isDense(plot, at)) return;
  const { ctx, bbox } = plot;
  if (bbox.width <= 0) return;
  const { t, layer } = from;
  const left = Math.floor(bbox.left);
  const columns = Math.ceil(bbox.width);
  const { top, bottom, index } = lineColumns(
    traceRuns(t, layer.upper, { first: at.first, last: at.last, gapMs, columns }),
    (point) => at.x(t[point]!) - left,
    (point) => at.y(layer.upper[point]!),
    columns,
  );
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  if (area !== undefined) {
    ctx.fillStyle = area;
    for (let column = 0; column < columns; column++) {
      if (Number.isNaN(top[column]!)) continue;
      const base = at.y(layer.lower[index[column]!]!);
      const edge = base > bottom[column]! ? bottom[column]! : Math.max(base, top[column]!);
      if (edge !== base) ctx.fillRect(left + column, edge, 1, base - edge);
    }
  }
  ctx.fillStyle = line;
  const widthDevicePx = widthPx * devicePixelRatio;
  const isDrawn = dashes(dash);
  for (let column = 0; column < columns; column++) {
    if (Number.isNaN(top[column]!) || !isDrawn(column)) continue;
    ctx.fillRect(left + column, top[column]! - widthDevicePx / 2, 1, bottom[column]! - top[column]! + widthDevicePx);
  }
  ctx.restore();
}

/** Marks points of a series that came late: hollow, on the line. */
export function drawLatePoints(
  plot: uPlot,
  seriesIndex: number,
  from: PathSource,
  { late, line, hollow, isCentred }: { late: LateStretches; line: string; hollow: string; isCentred: boolean },
): void {
  const { ctx, bbox } = plot;
  if (bbox.width <= 0) return;
  const at = projection(plot, seriesIndex, from, isCentred ? from.groupMs / 2 : 0);
  const { t, layer, groupMs } = from;
  const view = { fromMs: plot.scales.x!.min!, toMs: plot.scales.x!.max! };
  const stepMs = ((view.toMs - view.fromMs) / bbox.width) * lateStepPx * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = line;
  ctx.fillStyle = hollow;
  ctx.lineWidth = 1.25 * devicePixelRatio;
  // The line itself may be dashed.
  ctx.setLineDash([]);
  for (const index of latePoints({ t, values: layer.upper, groupMs }, late, view, stepMs)) {
    ctx.beginPath();
    ctx.arc(at.x(t[index]!), at.y(layer.upper[index]!), 2.75 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/** Which columns of device pixels a dashed line is drawn in. */
function dashes(dash: readonly number[] = []): (column: number) => boolean {
  const wholePx = dash.reduce((sum, part) => sum + part, 0) * devicePixelRatio;
  if (wholePx === 0) return () => true;
  const drawnPx = dash.filter((_, index) => index % 2 === 0).reduce((sum, part) => sum + part, 0) * devicePixelRatio;
  return (column) => column % wholePx < drawnPx;
}

/** Share of a group's width that its bars take together. */
const barShare = 0.7;

/**
 * Bars from the lower to the upper edge, over their group's time; `slot` of `slots` side by side. Where groups are
 * narrower than a pixel, the groups of a pixel form one bar, as high as the highest of them.
 */
export function barPaths(
  source: () => PathSource,
  { slot, slots }: { slot: number; slots: number },
): uPlot.Series.PathBuilder {
  return (plot, seriesIndex) => {
    const from = source();
    const { t, layer, groupMs } = from;
    const at = projection(plot, seriesIndex, from);
    const fill = new Path2D();
    const groupPx = at.x(groupMs) - at.x(0);
    const isDense = groupPx < devicePixelRatio;
    const widthPx = isDense ? 1 : Math.max(1, (groupPx * barShare) / slots);
    const insetPx = isDense ? 0 : (groupPx * (1 - barShare)) / 2 + slot * widthPx;
    let x = Number.NaN;
    let top = 0;
    let bottom = 0;
    for (let index = at.first; index <= at.last; index++) {
      const upper = layer.upper[index]!;
      if (upper !== upper) continue;
      const y = at.y(upper);
      const base = at.y(layer.lower[index]!);
      const left = at.x(t[index]!) + insetPx;
      if (isDense && Math.floor(left) === x) {
        top = Math.min(top, y, base);
        bottom = Math.max(bottom, y, base);
        continue;
      }
      if (x === x) fill.rect(x, top, widthPx, bottom - top);
      x = isDense ? Math.floor(left) : left;
      top = Math.min(y, base);
      bottom = Math.max(y, base);
    }
    if (x === x) fill.rect(x, top, widthPx, bottom - top);
    return { stroke: null, fill, ...noClips };
  };
}
