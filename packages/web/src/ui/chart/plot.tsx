import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { axisFormat } from "../../core/format.ts";
import type { TimeRange } from "../period-range.ts";
import { isBar, isStacked, type ChartSeries } from "./chart-series.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { readPlotColors } from "./plot-colors.ts";
import { plotOptions } from "./plot-options.ts";
import styles from "./plot.module.css";
import { layersOf } from "./stack.ts";
import { groupLengthMs, indexAt } from "./trace.ts";

export interface PlotProps {
  t: readonly number[];
  series: readonly ChartSeries[];
  zone: string;
  locale: LocaleCode;
  /** What is seen of the time axis. */
  view: TimeRange;
  nights: readonly TimeRange[];
  gapMs: number | undefined;
  /** Asked with a new view; undefined: back to the whole. */
  onView: (view: TimeRange | undefined) => void;
}

interface Hover {
  index: number;
  left: number;
  /** Left half of the picture: the tooltip goes to the right of the pointer. */
  toRight: boolean;
}

/** The drawing itself. It is built anew when its series or the theme change, and only redrawn for new data and views. */
export function Plot(props: PlotProps) {
  const { t, series, zone, locale, view, nights, gapMs } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [hover, setHover] = useState<Hover>();
  const theme = useThemeCount();

  const data = useMemo(() => {
    const layers = layersOf(series);
    const groupMs = groupLengthMs(t, view.toMs - view.fromMs);
    const largest = { left: 0, right: 0 };
    for (const [index, one] of series.entries()) {
      const axis = one.axis ?? "left";
      for (const value of layers[index]!.upper) largest[axis] = Math.max(largest[axis], Math.abs(value ?? 0));
    }
    return { t, layers, groupMs, largest };
    // The view decides only the width of a bar that stands alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [t, series]);

  const latest = useRef({ ...props, data });
  useEffect(() => {
    latest.current = { ...props, data };
  });

  const shape = JSON.stringify(series.map(({ values: _values, title: _title, ...rest }) => rest));
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const built = new uPlot(
      plotOptions(
        {
          series: latest.current.series,
          zone,
          locale,
          gapMs,
          colors: readPlotColors(element),
          font: getComputedStyle(element).fontFamily,
          source: (index) => ({ t: latest.current.data.t, layer: latest.current.data.layers[index]! }),
          groupMs: () => latest.current.data.groupMs,
          nights: () => latest.current.nights,
          largest: (axis) => latest.current.data.largest[axis],
          onHover: (at) => setHover(hoverAt(at, latest.current.t, latest.current.series.some(isBar))),
          onSelect: (range) => latest.current.onView(range),
          onReset: () => latest.current.onView(undefined),
        },
        element.clientWidth,
        element.clientHeight,
      ),
      aligned(latest.current.data),
      element,
    );
    plot.current = built;
    show(built, latest.current.view);
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0) built.setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    resized.observe(element);
    // The canvas does not follow a font that arrives after the first drawing.
    void document.fonts.ready.then(() => plot.current === built && built.redraw(false, true));
    return () => {
      resized.disconnect();
      plot.current = undefined;
      built.destroy();
    };
  }, [shape, zone, locale, gapMs, theme]);

  useEffect(() => {
    plot.current?.batch(() => {
      plot.current?.setData(aligned(data), false);
      if (plot.current) show(plot.current, latest.current.view);
    });
  }, [data, nights]);

  useEffect(() => {
    if (plot.current) show(plot.current, { fromMs: view.fromMs, toMs: view.toMs });
  }, [view.fromMs, view.toMs]);

  const unitOf = (axis: "left" | "right") => {
    const first = series.find((one) => (one.axis ?? "left") === axis);
    return first && axisFormat(first.unit, data.largest[axis], 1, locale).unit;
  };
  return (
    <>
      <div className={styles.units} aria-hidden>
        <span>{unitOf("left")}</span>
        <span>{unitOf("right")}</span>
      </div>
      <div className={styles.frame}>
        <div className={styles.host} ref={host} />
        {hover && (
          <ChartTooltip
            atMs={t[hover.index]!}
            untilMs={series.some(isBar) ? t[hover.index]! + data.groupMs : undefined}
            rows={series.map((one) => ({ series: one, value: one.values[hover.index] ?? null }))}
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

function aligned({ t, layers }: { t: readonly number[]; layers: { upper: (number | null)[] }[] }): uPlot.AlignedData {
  return [[...t], ...layers.map((layer) => layer.upper)];
}

function show(plot: uPlot, view: TimeRange): void {
  plot.setScale("x", { min: view.fromMs, max: view.toMs });
}

function hoverAt(plot: uPlot, t: readonly number[], grouped: boolean): Hover | undefined {
  const { left, idx } = plot.cursor;
  if (left === undefined || left < 0 || idx === null || idx === undefined) return undefined;
  const index = grouped ? indexAt(t, plot.posToVal(left, "x")) : idx;
  if (index < 0 || index >= t.length) return undefined;
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
