import { Button, Menu } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

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

interface Point {
  atMs: number;
  left: number;
  top: number;
  /** By a finger. */
  isTapped: boolean;
}

/**
 * What to do at a point of a chart: opened by a click into it, or by Enter in the middle of what is seen. A finger taps to
 * read the values of a point, so that a button below the drawing opens it then.
 */
export function ChartPoint({ section, zone, locale, pointMenu, ...drawn }: ChartPointProps) {
  const { t } = useTranslation("chart");
  const [at, setAt] = useState<Point>();
  const [isOpen, setIsOpen] = useState(false);
  useWatchPoints(section, drawn, (point) => {
    setAt(point);
    setIsOpen(!point.isTapped);
  });
  if (!at || (!at.isTapped && !isOpen)) return null;
  const time = formatTime(at.atMs, "dateTime", zone, locale);
  const menu = (
    <Menu opened={isOpen} onChange={setIsOpen} {...wholeInWindow} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        {at.isTapped ? (
          <Button variant="default">{t("pointMenu")}</Button>
        ) : (
          <span style={{ position: "absolute", left: at.left, top: at.top }} />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{time}</Menu.Label>
        {pointMenu(at.atMs)}
      </Menu.Dropdown>
    </Menu>
  );
  if (!at.isTapped) return menu;
  // In the order of the page, and there to stay: nothing below it moves away from under the next tap.
  return (
    <div
      ref={intoWindow}
      className="og-row og-note og-no-print"
      style={{
        flexWrap: "wrap",
        justifyContent: "flex-end",
        scrollMarginBlock: "80px calc(var(--bottom-bar, 0px) + 16px)",
      }}
    >
      <span>{time}</span>
      {menu}
    </div>
  );
}

/** At the lower edge of a phone the menu of the portal would lie over it. */
function intoWindow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: "nearest" });
}

/** Calls for each point that a click, a tap or Enter means. */
function useWatchPoints(
  section: ChartPointProps["section"],
  drawn: Pick<ChartPointProps, "view" | "t" | "series" | "gapMs" | "area">,
  onPoint: (point: Point) => void,
): void {
  const latest = useRef({ ...drawn, onPoint });
  useLayoutEffect(() => {
    latest.current = { ...drawn, onPoint };
  });
  useEffect(() => {
    const drawing = section.current?.querySelector<HTMLElement>("[role=img]");
    if (!drawing) return;
    let down: { x: number; y: number; isTapped: boolean } | undefined;
    const open = (left: number, top: number, isTapped = false) => {
      const { view, area } = latest.current;
      const isInside = left >= area.left && left <= area.left + area.width && top <= area.top + area.height;
      if (!isInside || area.width === 0) return;
      const atMs = view.fromMs + ((left - area.left) / area.width) * (view.toMs - view.fromMs);
      latest.current.onPoint({ atMs: pointNear(atMs, latest.current), left, top, isTapped });
    };
    const onDown = ({ clientX: x, clientY: y, pointerType }: PointerEvent) =>
      (down = { x, y, isTapped: pointerType === "touch" });
    // Of a finger all that the menu takes for a press outside of it, and closes on, comes before the click.
    const onClick = ({ clientX: x, clientY: y }: MouseEvent) => {
      const from = down;
      down = undefined;
      const box = drawing.getBoundingClientRect();
      const isStill = from !== undefined && Math.hypot(x - from.x, y - from.y) <= stillPx;
      if (isStill) open(x - box.left, y - box.top, from.isTapped);
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
}

/** The time whose values the pointer shows, else that of the pointer itself. */
function pointNear(atMs: number, { t, series, gapMs = Infinity }: Pick<ChartPointProps, "t" | "series" | "gapMs">) {
  // A bar stands for all of its time, of which any part can be pointed at.
  const near = series.some(isBar) ? undefined : t[nearestIndex(t, atMs)];
  return near !== undefined && Math.abs(near - atMs) <= gapMs ? near : atMs;
}
