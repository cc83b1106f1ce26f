import { Menu } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { type ChartSeries, isBar } from "./chart-series.ts";
import type { PlotArea } from "./plot.types.ts";
import { nearestIndex } from "./trace.ts";

interface ChartPointProps {
  /** Around the drawing. */
  section: RefObject<HTMLElement | null>;
  view: TimeRange;
  /** Times of what is drawn: the values at the pointer are those of the nearest one. */
  t: readonly number[];
  series: readonly ChartSeries[];
  /** Further from any of them nothing was measured, and nothing is near. */
  gapMs: number | undefined;
  area: PlotArea;
  zone: string;
  locale: LocaleCode;
  /** Items of a menu. */
  pointMenu: (atMs: number) => ReactNode;
}

/** Beside its point where there is room, else over it; also once it has grown by what it folds out. */
const wholeInWindow = {
  position: "bottom-start",
  withinPortal: false,
  preventPositionChangeWhenVisible: false,
  middlewares: { flip: true, shift: { padding: 8, crossAxis: true } },
} as const;

/** A pointer that moved further has dragged, and points at nothing. */
const stillPx = 5;

/** What to do at a point of a chart: opened by a click into it, or by Enter in the middle of what is seen. */
export function ChartPoint({ section, zone, locale, pointMenu, ...drawn }: ChartPointProps) {
  const [at, setAt] = useState<{ atMs: number; left: number; top: number }>();
  const latest = useRef(drawn);
  useLayoutEffect(() => {
    latest.current = drawn;
  });
  useEffect(() => {
    const drawing = section.current?.querySelector<HTMLElement>("[role=img]");
    if (!drawing) return;
    let down: { x: number; y: number } | undefined;
    const open = (left: number, top: number) => {
      const { view, area } = latest.current;
      const isInside = left >= area.left && left <= area.left + area.width && top <= area.top + area.height;
      if (!isInside || area.width === 0) return;
      const atMs = view.fromMs + ((left - area.left) / area.width) * (view.toMs - view.fromMs);
      setAt({ atMs: pointNear(atMs, latest.current), left, top });
    };
    const onDown = ({ clientX: x, clientY: y }: PointerEvent) => (down = { x, y });
    // Of a finger all that the menu takes for a press outside of it, and closes on, comes before the click.
    const onClick = ({ clientX: x, clientY: y }: MouseEvent) => {
      const isStill = down !== undefined && Math.hypot(x - down.x, y - down.y) <= stillPx;
      down = undefined;
      const box = drawing.getBoundingClientRect();
      if (isStill) open(x - box.left, y - box.top);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.target !== drawing) return;
      event.preventDefault();
      // The menu closes on keys outside of it, and would take the one that opened it for such a key.
      event.stopPropagation();
      const { left, width, top, height } = latest.current.area;
      open(left + width / 2, top + height / 2);
    };
    drawing.addEventListener("pointerdown", onDown);
    drawing.addEventListener("click", onClick);
    drawing.addEventListener("keydown", onKey);
    return () => {
      drawing.removeEventListener("pointerdown", onDown);
      drawing.removeEventListener("click", onClick);
      drawing.removeEventListener("keydown", onKey);
    };
  }, [section]);
  if (!at) return null;
  return (
    <Menu opened onClose={() => setAt(undefined)} {...wholeInWindow} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <span style={{ position: "absolute", left: at.left, top: at.top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatTime(at.atMs, "dateTime", zone, locale)}</Menu.Label>
        {pointMenu(at.atMs)}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The time whose values the pointer shows, else that of the pointer itself. */
function pointNear(atMs: number, { t, series, gapMs = Infinity }: Pick<ChartPointProps, "t" | "series" | "gapMs">) {
  // A bar stands for all of its time, of which any part can be pointed at.
  const near = series.some(isBar) ? undefined : t[nearestIndex(t, atMs)];
  return near !== undefined && Math.abs(near - atMs) <= gapMs ? near : atMs;
}
