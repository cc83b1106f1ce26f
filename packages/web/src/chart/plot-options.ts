import type { LocaleCode } from "@offgrid/contract/core/constants";
import uPlot from "uplot";

import { axisFormat } from "../core/format.ts";
import { formatTime, startOf, type TimeShape } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { axisOf, isBar, type ChartSeries, type SeriesLook } from "./chart-series.ts";
import { drawPattern, hatchFill, isOnPaper, patternFill, type PlotColors } from "./plot-colors.ts";
import type { PlotSide } from "./plot-edges.ts";
import { drawLevelLabels } from "./plot-level-labels.ts";
import { barPaths, drawDenseLine, drawLatePoints, linePaths, type LineStyle, type PathSource } from "./plot-paths.ts";
import { barSlots } from "./stack.ts";
import { timeTicks } from "./ticks.ts";
import { isState, type ValueRange, valueRange, valueTicks, withOneZero } from "@offgrid/contract/charts/value-axis";

/** What a drawing is built from. The functions are called at drawing time; any other change needs a new drawing. */
export interface PlotSetup {
  series: readonly ChartSeries[];
  looks: ReadonlyMap<string, SeriesLook>;
  zone: string;
  locale: LocaleCode;
  colors: PlotColors;
  font: string;
  /** Of the labels of axes. */
  labelPx?: number;
  gapMs: number | undefined;
  source: (seriesIndex: number) => PathSource;
  /** When a series came late; undefined: not at all. */
  late: (seriesIndex: number) => ChartSeries["late"] | undefined;
  nights: () => readonly TimeRange[];
  works: () => readonly TimeRange[];
  /** Lowest and highest visible value on an axis; undefined: none. */
  extent: (axis: "left" | "right") => [number, number] | undefined;
  /** Largest magnitude on an axis over the whole chart; it decides the axis's prefix. */
  largest: (axis: "left" | "right") => number;
  /** The room beside the plot on a side, where its own labels need so much, CSS pixels. */
  roomBeside: (side: PlotSide, needsPx: number) => number;
  onHover: (plot: uPlot) => void;
  onSelect: (range: TimeRange) => void;
  onReset: () => void;
  /** The place of the plot inside the picture, or what its axes reach from and to, may have changed. */
  onArea: (plot: uPlot) => void;
}

const usualLabelPx = 12;
/** Room that half of the first or last label of the time axis needs beside the plot. */
const leastSidePx = 34;

/**
 * The library's options for a drawing; the time of the x axis is epoch milliseconds. The library keeps axes, canvas and
 * pointer; it never sees our values, so that nothing is copied or searched twice: `noData` stands in for them.
 */
export function plotOptions(setup: PlotSetup, width: number, height: number): uPlot.Options {
  const { series, zone, colors, labelPx = usualLabelPx } = setup;
  const axes = (["left", "right"] as const).filter((axis) => series.some((one) => axisOf(one) === axis));
  const paddingOf = (side: PlotSide) => () => (axes.includes(side) ? 0 : setup.roomBeside(side, leastSidePx));
  let hatch: string | CanvasPattern | undefined;
  return {
    width,
    height,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), zone),
    // Half of the uppermost label stands over the plot.
    padding: [(labelPx * 2) / 3, paddingOf("right"), 0, paddingOf("left")],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      bind: {
        dblclick: () => () => {
          setup.onReset();
          return null;
        },
        // With Shift the picture is moved, and nothing selected.
        mousedown: (_plot, _target, select) => (event) => {
          if (event.button === 0 && !event.shiftKey) select(event);
          return null;
        },
      },
    },
    scales: {
      x: { time: true },
      ...Object.fromEntries(axes.map((axis) => [axis, valueScale(setup, axis)])),
    },
    axes: [timeAxis(setup), ...axes.map((axis, index) => valueAxis(setup, axis, index === 0))],
    series: [{}, ...series.map((one, index) => plotSeries(setup, one, index))],
    hooks: {
      drawClear: [
        (plot) => {
          fillSpans(plot, setup.nights(), colors.night);
          if (isOnPaper()) hatchSpans(plot, setup.works(), colors.works);
          else fillSpans(plot, setup.works(), (hatch ??= hatchFill(plot.ctx, colors.works)));
          drawMidnights(plot, midnightsIn(plot, setup), colors.muted);
        },
      ],
      drawSeries: [(plot, seriesIndex) => finishSeries(setup, plot, seriesIndex)],
      ready: [setup.onArea],
      draw: [(plot) => drawLevelLabels(plot, { ...setup, labelPx }), setup.onArea],
      setCursor: [setup.onHover],
      setSelect: [
        (plot) => {
          const { left, width: wide } = plot.select;
          if (wide < 6) return;
          setup.onSelect({ fromMs: plot.posToVal(left, "x"), toMs: plot.posToVal(left + wide, "x") });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** What the library leaves out of a series, over what it has drawn. */
function finishSeries(setup: PlotSetup, plot: uPlot, seriesIndex: number): void {
  const one = setup.series[seriesIndex - 1]!;
  const source = setup.source(seriesIndex - 1);
  const style = lineStyle(setup, one);
  if (isBar(one)) patternOnPaper(setup, plot, seriesIndex);
  else drawDenseLine(plot, seriesIndex, source, style);
  const late = setup.late(seriesIndex - 1);
  if (late) drawLatePoints(plot, seriesIndex, source, { ...style, late, hollow: setup.colors.surface });
}

function patternOnPaper(setup: PlotSetup, plot: uPlot, seriesIndex: number): void {
  const one = setup.series[seriesIndex - 1]!;
  const { pattern } = setup.looks.get(one.id)!;
  if (pattern === "solid" || isPale(one) || !isOnPaper()) return;
  const bars = pathsOfBars(setup, seriesIndex - 1)(plot, seriesIndex, 0, 1)?.fill;
  if (bars instanceof Path2D) drawPattern(plot.ctx, bars, plot.bbox, setup.colors.surface, pattern);
}

function pathsOfBars(setup: PlotSetup, index: number): uPlot.Series.PathBuilder {
  const { slots, count } = barSlots(setup.series);
  return barPaths(() => setup.source(index), { slot: slots[index]!, slots: count });
}

function isPale(one: ChartSeries): boolean {
  return one.dashed === true || one.ghost === true;
}

/** Two points per series for the library, whatever we draw. */
export function noData(seriesCount: number): uPlot.AlignedData {
  return [[0, 1], ...Array.from({ length: seriesCount }, () => [0, 0])];
}

function unitOf(setup: PlotSetup, axis: "left" | "right") {
  return setup.series.find((one) => axisOf(one) === axis)!.unit;
}

/** Of an axis, whose zero is at the height of that of the other one. */
function rangeOf(setup: PlotSetup, axis: "left" | "right"): ValueRange {
  const beside = axis === "left" ? "right" : "left";
  const own = ownRange(setup, axis);
  return setup.series.some((one) => axisOf(one) === beside) ? withOneZero(own, ownRange(setup, beside))[0] : own;
}

function ownRange(setup: PlotSetup, axis: "left" | "right"): ValueRange {
  const found = setup.extent(axis);
  return valueRange(found?.[0] ?? null, found?.[1] ?? null, unitOf(setup, axis));
}

function valueScale(setup: PlotSetup, axis: "left" | "right"): uPlot.Scale {
  return {
    range: () => {
      const { min, max } = rangeOf(setup, axis);
      return [min, max];
    },
  };
}

function font({ font: family, labelPx = usualLabelPx }: PlotSetup): string {
  return `${labelPx}px ${family}`;
}

/** Room for labels, from the length of the longest; the font is about half as wide as high. */
function longest(values: readonly (string | number | null)[] | null, labelPx: number): number {
  return Math.max(0, ...(values ?? []).map((value) => String(value ?? "").length)) * labelPx * 0.56;
}

const leastCentredMs = 20 * 3_600_000;

/** How far the labels stand after the beginning of what they name: bars of days or longer have them at their middles. */
function labelShiftMs({ series, source }: PlotSetup): number {
  const index = series.findIndex(isBar);
  if (index < 0) return 0;
  const { t, groupMs } = source(index);
  return t.length > 1 && groupMs >= leastCentredMs ? groupMs / 2 : 0;
}

/** Where the labels are clock times, a midnight carries the date of the day that begins, and a line of its own. */
const clockShapes: ReadonlySet<TimeShape> = new Set(["hour", "time", "timeWithSeconds"]);

/** The width of a plot, as wide as it is to labels of the usual size. */
function roomOf({ width }: uPlot, { labelPx = usualLabelPx }: PlotSetup): number {
  return (width * usualLabelPx) / labelPx;
}

/** The midnights inside the view of a chart that is labelled by the clock, epoch ms. */
function midnightsIn(plot: uPlot, setup: PlotSetup): number[] {
  const { zone } = setup;
  const [fromMs, toMs] = [plot.scales.x!.min!, plot.scales.x!.max!];
  const { at, shape } = timeTicks(fromMs, toMs, zone, roomOf(plot, setup));
  return clockShapes.has(shape) ? at.filter((tick) => tick > fromMs && startOf("day", tick, zone) === tick) : [];
}

function timeAxis(setup: PlotSetup): uPlot.Axis {
  const { zone, locale, colors, labelPx = usualLabelPx } = setup;
  const ticks = (plot: uPlot) => {
    const shift = labelShiftMs(setup);
    return { shift, ...timeTicks(plot.scales.x!.min! - shift, plot.scales.x!.max! - shift, zone, roomOf(plot, setup)) };
  };
  return {
    scale: "x",
    stroke: colors.muted,
    font: font(setup),
    gap: 4,
    size: labelPx + 16,
    splits: (plot) => {
      const { at, shift } = ticks(plot);
      return at.map((start) => start + shift);
    },
    values: (plot, splits) => {
      const { shape, shift } = ticks(plot);
      const isClock = clockShapes.has(shape);
      return splits.map((at) =>
        formatTime(at - shift, isClock && startOf("day", at, zone) === at ? "dayMonth" : shape, zone, locale),
      );
    },
    grid: { show: false },
    ticks: { stroke: colors.grid, width: 1, size: 5 },
    border: { show: true, stroke: colors.grid, width: 1 },
  };
}

function valueAxis(setup: PlotSetup, axis: "left" | "right", withGrid: boolean): uPlot.Axis {
  const { locale, colors, labelPx = usualLabelPx } = setup;
  const unit = unitOf(setup, axis);
  const isMirrored = setup.series.some((one) => one.mirrored && axisOf(one) === axis);
  return {
    scale: axis,
    side: axis === "left" ? 3 : 1,
    stroke: colors.muted,
    font: font(setup),
    gap: 6,
    size: (_plot, values) => setup.roomBeside(axis, Math.max(longest(values, labelPx) + 16, leastSidePx)),
    // From the values and not from the scale: a range that was widened to whole steps may have different whole steps.
    splits: () => valueTicks(rangeOf(setup, axis)),
    values: (_plot, splits) => {
      const step = splits.length > 1 ? splits[1]! - splits[0]! : 1;
      const { format } = axisFormat(unit, setup.largest(axis), step, locale);
      return splits.map((at) => format(isMirrored ? Math.abs(at) : at));
    },
    grid: { show: withGrid, stroke: colors.grid, width: 1 },
    ticks: { show: false },
  };
}

const linePx = 1.5;
/** Alpha of an area, and of the stronger one between the lines of a stack, as two hex digits. */
const areaAlpha = { area: "1f", stack_line: "66" };
/** Alpha of what is not measured now, as two hex digits. */
const ghostAlpha = "99";
const paleAlpha = "66";

function plotSeries(setup: PlotSetup, one: ChartSeries, index: number): uPlot.Series {
  const color = setup.colors.series[one.color];
  const { pattern } = setup.looks.get(one.id)!;
  // Ranges are ours: the library need not search its own.
  const base: uPlot.Series = { scale: axisOf(one), auto: false, points: { show: false }, stroke: color };
  const source = () => setup.source(index);
  if (isBar(one)) {
    const plain = isPale(one) ? `${color}${paleAlpha}` : color;
    let made: string | CanvasPattern | undefined = isPale(one) ? plain : undefined;
    return {
      ...base,
      width: 0,
      fill: (plot) => (isOnPaper() ? plain : (made ??= patternFill(plot.ctx, color, setup.colors.surface, pattern))),
      paths: pathsOfBars(setup, index),
    };
  }
  const style = lineStyle(setup, one);
  return {
    ...base,
    stroke: style.line,
    width: style.widthPx,
    fill: style.area ?? color,
    paths: linePaths(source, style),
    ...(style.dash && { dash: [...style.dash] }),
  };
}

function lineStyle({ series, colors, looks, gapMs, labelPx = usualLabelPx }: PlotSetup, one: ChartSeries): LineStyle {
  const color = colors.series[one.color];
  const { dash } = looks.get(one.id)!;
  // Whoever reads larger letters from further away sees thicker lines.
  const scale = labelPx / usualLabelPx;
  const isAmongBars = series.some(isBar);
  const isFilled = !one.ghost && (one.type === "area" || one.type === "stack_line");
  return {
    // Over bars of its own colour a line would not be seen.
    line: one.ghost && isAmongBars ? colors.text : one.ghost ? `${color}${ghostAlpha}` : color,
    ...(isFilled && { area: `${color}${areaAlpha[one.type as keyof typeof areaAlpha]}` }),
    ...(dash && { dash: dash.map((px) => px * scale) }),
    widthPx: linePx * scale,
    isCentred: isAmongBars,
    gapMs,
    isStepped: isState(one.unit),
  };
}

/** Shades stretches of time behind the series. */
function fillSpans(plot: uPlot, spans: readonly TimeRange[], fill: string | CanvasPattern): void {
  if (spans.length === 0) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = fill;
  for (const { fromMs, toMs } of spans) {
    const left = plot.valToPos(fromMs, "x", true);
    ctx.fillRect(left, bbox.top, plot.valToPos(toMs, "x", true) - left, bbox.height);
  }
  ctx.restore();
}

function hatchSpans(plot: uPlot, spans: readonly TimeRange[], color: string): void {
  if (spans.length === 0) return;
  const { ctx, bbox } = plot;
  const shape = new Path2D();
  for (const { fromMs, toMs } of spans) {
    const left = Math.max(bbox.left, plot.valToPos(fromMs, "x", true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(toMs, "x", true));
    if (right > left) shape.rect(left, bbox.top, right - left, bbox.height);
  }
  ctx.save();
  ctx.globalAlpha = 0.45;
  drawPattern(ctx, shape, bbox, color, "rising");
  ctx.restore();
}

/** Thin upright lines behind the series where days begin. */
function drawMidnights(plot: uPlot, midnights: readonly number[], color: string): void {
  if (midnights.length === 0) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  for (const atMs of midnights) {
    const x = Math.round(plot.valToPos(atMs, "x", true)) + 0.5;
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.strokeStyle = color;
  ctx.globalAlpha = 0.45;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.restore();
}
