import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { RefObject } from "react";
import uPlot from "uplot";

import type { TimeRange } from "../ui/period-range.ts";
import { isBar, type ChartSeries } from "./chart-series.ts";
import { followCrosshair, pointAt } from "./crosshair.ts";
import { marksLate } from "./late-points.ts";
import { readPlotColors } from "./plot-colors.ts";
import { seenExtent, sourceOf, type PlotData } from "./plot-data.ts";
import { watchGestures } from "./plot-gestures.ts";
import { noData, plotOptions } from "./plot-options.ts";
import type { PlotEdges } from "./plot-edges.ts";
import type { Hover, PlotPicture, PlotProps } from "./plot.types.ts";
import { indexAt, nearestIndex } from "./trace.ts";

/** What is drawn now: the props of the plot, and what was computed from them. */
export interface PlotContents extends PlotProps {
  data: PlotData;
  units: PlotPicture["units"];
}

interface DrawingSetup {
  /** Read again for each drawing. */
  latest: () => PlotContents;
  /** Applies a view at once, since the next movement may come before the page has followed this one. */
  follow: (view: TimeRange) => void;
  /** Distance of the drawing from the top of what it is placed in, CSS pixels. */
  frameTop: () => number;
  zone: string;
  locale: LocaleCode;
  gapMs: number | undefined;
  /** Filled while there is a drawing. */
  picture: RefObject<PlotPicture | undefined>;
  onHover: (hover: Hover | undefined) => void;
  /** The plots that it stands among; undefined: it stands alone. */
  edges: PlotEdges | undefined;
}

/** Makes the canvas in an element, with pointer, gestures, and the crosshair that all charts of a page share. */
export function openDrawing(element: HTMLElement, setup: DrawingSetup): { plot: uPlot; close: () => void } {
  const { latest, picture } = setup;
  let isFollowing = false;
  const follow = (atMs: number | undefined) => {
    const { fromMs, toMs } = latest().view;
    const isSeen = atMs !== undefined && atMs >= fromMs && atMs <= toMs;
    isFollowing = true;
    plot.setCursor(isSeen ? { left: plot.valToPos(atMs, "x"), top: 0 } : { left: -10, top: -10 });
    isFollowing = false;
  };
  const onHover = (drawn: uPlot) => {
    const atMs = pointedAt(drawn);
    const { data, series } = latest();
    setup.onHover(atMs === undefined ? undefined : hoverAt(drawn, atMs, data.t, series));
    if (!isFollowing) pointAt(atMs, follow);
  };
  const options = optionsOf(element, setup, onHover);
  // Before it is laid out for the first time.
  const leave = setup.edges?.join(element, () => plot.redraw(false, true));
  const plot: uPlot = new uPlot(options, noData(latest().series.length), element);
  showView(plot, latest().view);

  const endGestures = watchGestures(plot.over, {
    view: () => latest().view,
    full: () => latest().full,
    onView: (next) => {
      setup.follow(next);
      latest().onView(next);
    },
    onPoint: (share) => plot.setCursor({ left: share * plot.over.clientWidth, top: 0 }),
  });
  const endFollowing = followCrosshair(follow);
  const fit = () => {
    if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: element.clientHeight });
  };
  const resized = new ResizeObserver(fit);
  resized.observe(element);
  // A page is laid out for paper at once, without telling observers of sizes.
  const paper = matchMedia("print");
  paper.addEventListener("change", fit);
  let isOpen = true;
  // The canvas does not follow a font that arrives after the first drawing.
  void document.fonts.ready.then(() => isOpen && plot.redraw(false, true));
  return {
    plot,
    close: () => {
      isOpen = false;
      resized.disconnect();
      paper.removeEventListener("change", fit);
      leave?.();
      endFollowing();
      endGestures();
      picture.current = undefined;
      plot.destroy();
    },
  };
}

function optionsOf(element: HTMLElement, setup: DrawingSetup, onHover: (drawn: uPlot) => void): uPlot.Options {
  const { latest, zone, locale, gapMs, picture, frameTop } = setup;
  const colors = readPlotColors(element);
  const style = getComputedStyle(element);
  const font = style.fontFamily;
  // Of another size where a chart is read from far away.
  const labelPx = Number.parseFloat(style.getPropertyValue("--plot-label-px"));
  const onArea = (drawn: uPlot) => {
    const { offsetLeft, offsetTop, clientWidth: width, clientHeight: height } = drawn.over;
    const { min, max } = drawn.scales["left"] ?? {};
    const area = { left: offsetLeft, top: offsetTop, width, height, low: min ?? undefined, high: max ?? undefined };
    picture.current = { canvas: drawn.ctx.canvas, colors, font, units: latest().units, area };
    latest().onArea({ ...area, top: offsetTop + frameTop() });
  };
  const { series, looks } = latest();
  return plotOptions(
    {
      series,
      looks,
      zone,
      locale,
      gapMs,
      colors,
      font,
      ...(labelPx > 0 && { labelPx }),
      source: (index) => sourceOf(latest().data, index),
      late: (index) => {
        const { series, t } = latest();
        const one = series[index];
        return one && marksLate(one, t) ? one.late : undefined;
      },
      nights: () => latest().nights,
      works: () => latest().works,
      extent: (axis) => seenExtent(latest().data, latest().series, axis, latest().view),
      largest: (axis) => latest().data.largest[axis],
      roomBeside: (side, needsPx) => setup.edges?.take(element, side, needsPx) ?? needsPx,
      onHover,
      onSelect: (range) => latest().onView(range),
      onReset: () => latest().onView(undefined),
      onArea,
    },
    element.clientWidth,
    element.clientHeight,
  );
}

export function showView(plot: uPlot, view: TimeRange): void {
  // Drawn at the end of the task, with whatever else changes in it.
  plot.setScale("x", { min: view.fromMs, max: view.toMs });
}

function pointedAt(plot: uPlot): number | undefined {
  const { left } = plot.cursor;
  return left === undefined || left < 0 ? undefined : plot.posToVal(left, "x");
}

function hoverAt(plot: uPlot, atMs: number, t: Float64Array, series: readonly ChartSeries[]): Hover | undefined {
  const index = series.some(isBar) ? indexAt(t, atMs) : nearestIndex(t, atMs);
  if (index < 0) return undefined;
  const left = plot.cursor.left!;
  return {
    index,
    atMs,
    left: left + plot.over.offsetLeft,
    width: plot.width,
    toRight: left < plot.over.clientWidth / 2,
  };
}
