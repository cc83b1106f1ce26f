import { Menu } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import type { PlotArea } from "./plot.types.ts";

interface ChartPointProps {
  /** Around the drawing. */
  section: RefObject<HTMLElement | null>;
  view: TimeRange;
  area: PlotArea;
  zone: string;
  locale: LocaleCode;
  /** Items of a menu. */
  pointMenu: (atMs: number) => ReactNode;
}

/** A pointer that moved further has dragged, and points at nothing. */
const stillPx = 5;

/** What to do at a point of a chart: opened by a click into it, or by Enter in the middle of what is seen. */
export function ChartPoint({ section, view, area, zone, locale, pointMenu }: ChartPointProps) {
  const [at, setAt] = useState<{ atMs: number; left: number; top: number }>();
  const latest = useRef({ view, area });
  useLayoutEffect(() => {
    latest.current = { view, area };
  });
  useEffect(() => {
    const drawing = section.current?.querySelector<HTMLElement>("[role=img]");
    if (!drawing) return;
    let down: { x: number; y: number } | undefined;
    const open = (left: number, top: number) => {
      const { view: seen, area: drawn } = latest.current;
      const isInside = left >= drawn.left && left <= drawn.left + drawn.width && top <= drawn.top + drawn.height;
      if (!isInside || drawn.width === 0) return;
      setAt({ atMs: seen.fromMs + ((left - drawn.left) / drawn.width) * (seen.toMs - seen.fromMs), left, top });
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
    <Menu
      opened
      onClose={() => setAt(undefined)}
      position="bottom-start"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      returnFocus
    >
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
