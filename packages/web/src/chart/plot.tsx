import { memo, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { useColorScheme } from "../core/color-scheme.ts";
import { axisFormat } from "../core/format.ts";
import { axisOf, isBar, isStacked } from "./chart-series.ts";
import { warningsOpenAt } from "./chart-notes.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { plotData, type PlotData } from "./plot-data.ts";
import { openDrawing, showView } from "./plot-drawing.ts";
import { PlotEdgesContext } from "./plot-edges.ts";
import styles from "./plot.module.css";
import type { Hover, PlotProps } from "./plot.types.ts";

/**
 * The drawing itself. It is built again when its series or the colour scheme change, and only redrawn for new data and views.
 */
export const Plot = memo(function Plot(props: PlotProps) {
  const { t, series, looks, zone, locale, gapMs, picture } = props;
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const drawnShape = useRef<string>(undefined);
  const [hover, setHover] = useState<Hover>();
  const scheme = useColorScheme();
  const edges = useContext(PlotEdgesContext);

  const data = usePlotData(props);
  const units = { left: unitOf("left"), right: unitOf("right") };

  const latest = useRef({ ...props, data, units });
  useLayoutEffect(() => {
    latest.current = { ...props, data, units };
  });

  const shape = JSON.stringify(
    series.map(({ values: _values, title: _title, late: _late, ...rest }) => [rest, looks.get(rest.id)]),
  );
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const drawing = openDrawing(element, {
      latest: () => latest.current,
      follow: (next) => {
        latest.current.view = next;
      },
      frameTop: () => frame.current?.offsetTop ?? 0,
      zone,
      locale,
      gapMs,
      picture,
      onHover: setHover,
      edges,
    });
    plot.current = drawing.plot;
    drawnShape.current = shape;
    return () => {
      plot.current = undefined;
      drawing.close();
    };
  }, [shape, zone, locale, gapMs, scheme, picture, edges]);

  useRedraw(() => (drawnShape.current === shape ? plot.current : undefined), { ...props, data, shape });

  function unitOf(axis: "left" | "right"): string | undefined {
    const first = series.find((one) => axisOf(one) === axis);
    return first && axisFormat(first.unit, data.largest[axis], 1, locale).unit;
  }
  return (
    <>
      <div className="og-small og-ends" style={{ minHeight: 16 }} aria-hidden>
        <span>{units.left}</span>
        <span>{units.right}</span>
      </div>
      <div className="og-relative" ref={frame}>
        <div className={styles.host} ref={host} />
        {hover && hover.index < t.length && <PointTooltip {...props} {...{ hover, data }} />}
      </div>
    </>
  );
});

/** What is drawn; a chart that gains a point is not read as a whole again. */
function usePlotData({ t, series, full }: Pick<PlotProps, "t" | "series" | "full">): PlotData {
  const drawn = useRef<PlotData>(undefined);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the whole decides only the width of a bar that stands alone
  const data = useMemo(() => plotData(t, series, full, drawn.current), [t, series]);
  useLayoutEffect(() => {
    drawn.current = data;
  });
  return data;
}

/**
 * Draws again for new data and views.
 * @param drawing Undefined while it is about to be built for other series: it has no layers for those that are gone.
 */
function useRedraw(
  drawing: () => uPlot | undefined,
  {
    data,
    shape,
    view,
    nights,
    works,
  }: Pick<PlotProps, "view" | "nights" | "works"> & { data: PlotData; shape: string },
): void {
  const current = useRef(drawing);
  useLayoutEffect(() => {
    current.current = drawing;
  });
  // One drawing serves both of these, since the library draws once per task.
  useLayoutEffect(() => current.current()?.redraw(true, true), [data, shape]);
  useLayoutEffect(() => {
    const plot = current.current();
    if (plot) showView(plot, { fromMs: view.fromMs, toMs: view.toMs });
  }, [nights, works, view.fromMs, view.toMs, shape]);
}

function PointTooltip({
  hover: { index, left, width, toRight, atMs: pointedMs },
  t,
  series,
  looks,
  zone,
  warnings,
  data,
}: Pick<PlotProps, "t" | "series" | "looks" | "zone" | "warnings"> & { hover: Hover; data: PlotData }) {
  const atMs = t[index]!;
  return (
    <ChartTooltip
      atMs={atMs}
      untilMs={series.some(isBar) ? atMs + data.groupMs : undefined}
      rows={series.map((one) => ({ series: one, look: looks.get(one.id), value: one.values[index] ?? null }))}
      warnings={warningsOpenAt(warnings, pointedMs)}
      total={series.filter(isStacked).length > 1}
      zone={zone}
      left={left}
      within={width}
      toRight={toRight}
    />
  );
}
