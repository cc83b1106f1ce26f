import { useState, type KeyboardEvent } from "react";

import type { TimeRange } from "../period-range.ts";
import { carriedView, panBy, sameRange, within, zoomBy } from "./zoom.ts";

const zoomFactor = 1.6;
const panShare = 0.25;

export interface ChartView {
  /** What is seen. */
  view: TimeRange;
  isZoomed: boolean;
  /** Shows this; undefined: all. */
  look: (next: TimeRange | undefined) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** What is seen of a time axis, and the ways to change it that need no pointer. */
export function useChartView(full: TimeRange): ChartView {
  const [chosen, setChosen] = useState<{ view: TimeRange; of: TimeRange }>();
  let seen = chosen;
  if (chosen && !sameRange(chosen.of, full)) {
    const view = carriedView(chosen.view, chosen.of, full);
    seen = view && { view, of: full };
    setChosen(seen);
  }
  const view = seen?.view ?? full;

  const look = (next: TimeRange | undefined) => {
    const inside = next && within(next, full);
    setChosen(inside && !sameRange(inside, full) ? { view: inside, of: full } : undefined);
  };
  const zoomIn = () => look(zoomBy(view, full, zoomFactor));
  const zoomOut = () => look(zoomBy(view, full, 1 / zoomFactor));

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      "+": zoomIn,
      "-": zoomOut,
      "0": () => look(undefined),
      ArrowLeft: () => look(panBy(view, full, -panShare)),
      ArrowRight: () => look(panBy(view, full, panShare)),
    };
    // Digits by their place, since AZERTY types them with Shift.
    const action = event.code === "Digit0" ? actions["0"] : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  return { view, isZoomed: !sameRange(view, full), look, zoomIn, zoomOut, onKey };
}
