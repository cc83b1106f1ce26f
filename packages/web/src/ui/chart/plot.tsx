import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { axisFormat } from "../../core/format.ts";
import type { TimeRange } from "../period-range.ts";
import { axisOf, isBar, isStacked, type ChartSeries, type SeriesLook } from "./chart-series.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { followCrosshair, pointAt } from "./crosshair.ts";
import { readPlotColors, type PlotColors } from "./plot-colors.ts";
import { plotData, seenExtent } from "./plot-data.ts";
import { watchGestures } from "./plot-gestures.ts";
import { noData, plotOptions } from "./plot-options.ts";
import styles from "./plot.module.css";
import { indexAt, nearestIndex } from "./trace.ts";

/** Where the courses are, CSS pixels. */
export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What was drawn, for who copies it. */
export interface PlotPicture {
  canvas: HTMLCanvasElement;
  colors: PlotColors;
  font: string;
  units: { left: string | undefined; right: string | undefined };
  /** In the canvas. */
  area: PlotArea;
}

export interface PlotProps {
  t: readonly number[];
  series: readonly ChartSeries[];
  looks: ReadonlyMap<string, SeriesLook>;
  zone: string;
  locale: LocaleCode;
  /** What is seen of the time axis. */
  view: TimeRange;
  /** All of the time axis. */
  full: TimeRange;
  nights: readonly TimeRange[];
  works: readonly TimeRange[];
  gapMs: number | undefined;
  /** Asked with a new view; undefined: back to the whole. */
  onView: (view: TimeRange | undefined) => void;
  /** Told where the courses are in what this is placed in. */
  onArea: (area: PlotArea) => void;
  /** Filled while there is a drawing. */
  picture: RefObject<PlotPicture | undefined>;
}

interface Hover {
  index: number;
  left: number;
  /** Left half of the picture: the tooltip goes to the right of the pointer. */
  toRight: boolean;
}

/** The drawing itself. It is built anew when its series or the theme change, and only redrawn for new data and views. */
export function Plot(props: PlotProps) {
  const { t, series, looks, zone, locale, view, full, nights, works, gapMs, picture } = props;
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [hover, setHover] = useState<Hover>();
  const theme = useThemeCount();

  // The whole decides only the width of a bar that stands alone.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const data = useMemo(() => plotData(t, series, full), [t, series]);
  const units = { left: unitOf("left"), right: unitOf("right") };

  const latest = useRef({ ...props, data, units });
  useLayoutEffect(() => {
    latest.current = { ...props, data, units };
    if (picture.current) picture.current.units = units;
  });

  const shape = JSON.stringify(series.map(({ values: _values, title: _title, ...rest }) => [rest, looks.get(rest.id)]));
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const colors = readPlotColors(element);
    const font = getComputedStyle(element).fontFamily;
    let isFollowing = false;
    const follow = (atMs: number | undefined) => {
      const { fromMs, toMs } = latest.current.view;
      const isSeen = atMs !== undefined && atMs >= fromMs && atMs <= toMs;
      isFollowing = true;
      built.setCursor(isSeen ? { left: built.valToPos(atMs, "x"), top: 0 } : { left: -10, top: -10 });
      isFollowing = false;
    };
    const onArea = (drawn: uPlot) => {
      const { offsetLeft, offsetTop, clientWidth: width, clientHeight: height } = drawn.over;
      const area = { left: offsetLeft, top: offsetTop, width, height };
      picture.current = { canvas: drawn.ctx.canvas, colors, font, units: latest.current.units, area };
      latest.current.onArea({ ...area, top: offsetTop + (frame.current?.offsetTop ?? 0) });
    };
    const built = new uPlot(
      plotOptions(
        {
          series: latest.current.series,
          looks: latest.current.looks,
          zone,
          locale,
          gapMs,
          colors,
          font,
          source: (index) => {
            const { t: times, layers, groupMs } = latest.current.data;
            return { t: times, layer: layers[index]!, groupMs };
          },
          nights: () => latest.current.nights,
          works: () => latest.current.works,
          extent: (axis) => seenExtent(latest.current.data, latest.current.series, axis, latest.current.view),
          largest: (axis) => latest.current.data.largest[axis],
          onHover: (at) => {
            const atMs = pointedAt(at);
            setHover(atMs === undefined ? undefined : hoverAt(at, atMs, latest.current.data.t, latest.current.series));
            if (!isFollowing) pointAt(atMs, follow);
          },
          onSelect: (range) => latest.current.onView(range),
          onReset: () => latest.current.onView(undefined),
          onArea,
        },
        element.clientWidth,
        element.clientHeight,
      ),
      noData(latest.current.series.length),
      element,
    );
    plot.current = built;
    show(built, latest.current.view);
    const endGestures = watchGestures(built.over, {
      view: () => latest.current.view,
      full: () => latest.current.full,
      onView: (next) => {
        // The next movement may come before the picture has followed this one.
        latest.current.view = next;
        latest.current.onView(next);
      },
      onPoint: (share) => built.setCursor({ left: share * built.over.clientWidth, top: 0 }),
    });
    const endFollowing = followCrosshair(follow);
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0) built.setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    resized.observe(element);
    // The canvas does not follow a font that arrives after the first drawing.
    void document.fonts.ready.then(() => plot.current === built && built.redraw(false, true));
    return () => {
      resized.disconnect();
      endFollowing();
      endGestures();
      plot.current = undefined;
      picture.current = undefined;
      built.destroy();
    };
  }, [shape, zone, locale, gapMs, theme, picture]);

  // One drawing serves both of these, since the library draws once per task.
  useLayoutEffect(() => plot.current?.redraw(true, true), [data]);
  useLayoutEffect(() => {
    if (plot.current) show(plot.current, { fromMs: view.fromMs, toMs: view.toMs });
  }, [nights, works, view.fromMs, view.toMs]);

  function unitOf(axis: "left" | "right"): string | undefined {
    const first = series.find((one) => axisOf(one) === axis);
    return first && axisFormat(first.unit, data.largest[axis], 1, locale).unit;
  }
  const grouped = series.some(isBar);
  return (
    <>
      <div className={styles.units} aria-hidden>
        <span>{units.left}</span>
        <span>{units.right}</span>
      </div>
      <div className={styles.frame} ref={frame}>
        <div className={styles.host} ref={host} />
        {hover && hover.index < t.length && (
          <ChartTooltip
            atMs={t[hover.index]!}
            untilMs={grouped ? t[hover.index]! + data.groupMs : undefined}
            rows={series.map((one) => ({
              series: one,
              look: looks.get(one.id),
              value: one.values[hover.index] ?? null,
            }))}
            total={series.filter(isStacked).length > 1}
            zone={zone}
            left={hover.left}
            toRight={hover.toRight}
          />
        )}
      </div>
    </>
  );
}

function show(plot: uPlot, view: TimeRange): void {
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
  return { index, left: left + plot.over.offsetLeft, toRight: left < plot.over.clientWidth / 2 };
}

/** Counts the changes of the colour scheme, since a canvas keeps the colours it was drawn with. */
function useThemeCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const changed = new MutationObserver(() => setCount((before) => before + 1));
    changed.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
    return () => changed.disconnect();
  }, []);
  return count;
}
