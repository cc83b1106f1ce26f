import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";

import type { TimeRange } from "../ui/period-range.ts";
import { carriedView, panBy, sameRange, within, zoomBy } from "./zoom.ts";

const zoomFactor = 1.6;
const panShare = 0.25;

/** Its functions keep their identity, so that parts that use only these are not drawn again with each movement. */
export interface ChartView {
  /** What is seen. */
  view: TimeRange;
  /** The visible range when this is called. */
  now: () => TimeRange;
  isZoomed: boolean;
  /** Shows this; undefined: all. */
  look: (next: TimeRange | undefined) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** The visible part of a time axis, and ways to change it without a pointer. */
export function useChartView(full: TimeRange): ChartView {
  const [chosen, setChosen] = useState<{ view: TimeRange; of: TimeRange }>();
  let seen = chosen;
  if (chosen && !sameRange(chosen.of, full)) {
    const view = carriedView(chosen.view, chosen.of, full);
    seen = view && { view, of: full };
    setChosen(seen);
  }
  const view = seen?.view ?? full;

  const latest = useRef({ view, full });
  useLayoutEffect(() => {
    latest.current = { view, full };
  });
  const ways = useMemo(() => {
    const look = (next: TimeRange | undefined) => {
      const { full: all } = latest.current;
      const inside = next && within(next, all);
      setChosen(inside && !sameRange(inside, all) ? { view: inside, of: all } : undefined);
    };
    const by = (change: typeof zoomBy, amount: number) => () =>
      look(change(latest.current.view, latest.current.full, amount));
    const zoomIn = by(zoomBy, zoomFactor);
    const zoomOut = by(zoomBy, 1 / zoomFactor);
    const actions: Record<string, () => void> = {
      "+": zoomIn,
      "-": zoomOut,
      "0": () => look(undefined),
      ArrowLeft: by(panBy, -panShare),
      ArrowRight: by(panBy, panShare),
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // Digits by their place, since AZERTY types them with Shift.
      const action = event.code === "Digit0" ? actions["0"] : actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    return { now: () => latest.current.view, look, zoomIn, zoomOut, onKey };
  }, []);
  return { view, isZoomed: !sameRange(view, full), ...ways };
}
