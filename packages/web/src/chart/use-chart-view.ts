import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";

import type { TimeRange } from "../ui/period-range.ts";
import { carriedView, panBy, sameRange, within, zoomBy } from "./zoom.ts";

const zoomFactor = 1.6;
const panShare = 0.25;

/** Where a view is kept, such as an address. Absent: in the chart alone. */
export interface ChartZoom {
  view: TimeRange | undefined;
  /** Called with the view that a person has chosen, once it rests; undefined: back to the whole. */
  onView: (view: TimeRange | undefined) => void;
  /** The page's address with this view; undefined: with the whole. */
  addressOf: (view: TimeRange | undefined) => string;
}

/** A view rests when it has not been changed for so long. */
const restMs = 500;

/** Its functions keep their identity, so that parts that use only these are not drawn again with each movement. */
export interface ChartView {
  /** What is seen. */
  view: TimeRange;
  /** The visible range when this is called. */
  now: () => TimeRange;
  /** The same, where it becomes the whole range, and a view that does not rest yet is kept nowhere else. */
  take: () => TimeRange;
  /** The page's address with what is seen, also before the view rests. */
  address: () => string;
  isZoomed: boolean;
  /** Shows this; undefined: all. */
  look: (next: TimeRange | undefined) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** The visible part of a time axis, and ways to change it without a pointer. */
export function useChartView(full: TimeRange, zoom?: ChartZoom): ChartView {
  const [chosen, setChosen] = useState(() => chosenOf(zoom?.view, full));
  const [known, setKnown] = useState(zoom?.view);
  let seen = chosen;
  if (zoom && !isSameView(zoom.view, known)) {
    // Kept elsewhere, and changed there: as by going back.
    setKnown(zoom.view);
    seen = chosenOf(zoom.view, full);
    setChosen(seen);
  }
  if (seen && !sameRange(seen.of, full)) {
    const view = carriedView(seen.view, seen.of, full);
    seen = view && { view, of: full };
    setChosen(seen);
  }
  const view = seen?.view ?? full;

  const latest = useRef({ view, full, zoom });
  useLayoutEffect(() => {
    latest.current = { view, full, zoom };
  });
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const ways = useMemo(() => {
    const look = (next: TimeRange | undefined) => {
      const { full: all } = latest.current;
      const inside = next && within(next, all);
      const part = inside && !sameRange(inside, all) ? inside : undefined;
      setChosen(part && { view: part, of: all });
      clearTimeout(rest.current);
      if (latest.current.zoom) rest.current = setTimeout(() => latest.current.zoom?.onView(part), restMs);
    };
    const by = (change: typeof zoomBy, amount: number) => () =>
      look(change(latest.current.view, latest.current.full, amount));
    const [zoomIn, zoomOut] = [by(zoomBy, zoomFactor), by(zoomBy, 1 / zoomFactor)];
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
    const now = () => latest.current.view;
    const take = () => {
      clearTimeout(rest.current);
      return now();
    };
    const address = () => {
      const { view: part, full: all, zoom: kept } = latest.current;
      return kept?.addressOf(sameRange(part, all) ? undefined : part) ?? location.href;
    };
    return { now, take, address, look, zoomIn, zoomOut, onKey };
  }, []);
  return { view, isZoomed: !sameRange(view, full), ...ways };
}

/** A view of a range, if it shows some of it and not all. */
function chosenOf(view: TimeRange | undefined, full: TimeRange): { view: TimeRange; of: TimeRange } | undefined {
  if (!view || view.toMs <= full.fromMs || view.fromMs >= full.toMs) return undefined;
  const inside = within(view, full);
  return sameRange(inside, full) ? undefined : { view: inside, of: full };
}

function isSameView(one: TimeRange | undefined, other: TimeRange | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && sameRange(one, other));
}
