import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

import type { TimeRange } from "../ui/period-range.ts";
import type { ChartPointAt } from "./chart-point.tsx";
import type { PlotArea } from "./plot.types.ts";

/** A pointer that moved further has dragged, and points at nothing. */
const stillPx = 5;

interface Point {
  at: ChartPointAt | undefined;
  close: () => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  /** @returns whether the key was meant for it */
  onKey: (event: KeyboardEvent) => boolean;
}

/** The point of a chart that is asked about: by a click, or by Enter in the middle of what is seen. */
export function useChartPoint(view: TimeRange, area: PlotArea | undefined, isOn: boolean): Point {
  const [at, setAt] = useState<ChartPointAt>();
  const down = useRef<{ x: number; y: number }>(undefined);
  const timeAt = (left: number) =>
    area && area.width > 0
      ? view.fromMs + ((left - area.left) / area.width) * (view.toMs - view.fromMs)
      : (view.fromMs + view.toMs) / 2;
  return {
    at,
    close: () => setAt(undefined),
    onPointerDown: (event) => {
      down.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event) => {
      const began = down.current;
      down.current = undefined;
      if (!isOn || !area || !began || event.button !== 0 || at) return;
      if (Math.hypot(event.clientX - began.x, event.clientY - began.y) > stillPx) return;
      const box = event.currentTarget.getBoundingClientRect();
      const [left, top] = [event.clientX - box.left, event.clientY - box.top];
      const isInside = left >= area.left && left <= area.left + area.width && top <= area.top + area.height;
      if (isInside) setAt({ atMs: timeAt(left), left, top });
    },
    onKey: (event) => {
      if (!isOn || !area || event.key !== "Enter") return false;
      const left = area.left + area.width / 2;
      event.preventDefault();
      setAt({ atMs: timeAt(left), left, top: area.top + area.height / 2 });
      return true;
    },
  };
}
