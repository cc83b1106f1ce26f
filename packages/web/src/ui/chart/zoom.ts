import type { TimeRange } from "../period-range.ts";

const leastMs = 60_000;

/** The part of `full` that is seen after zooming `view` by a factor around its middle; > 1 shows less. */
export function zoomBy(view: TimeRange, full: TimeRange, factor: number): TimeRange {
  const middle = (view.fromMs + view.toMs) / 2;
  const half = (view.toMs - view.fromMs) / factor / 2;
  return within({ fromMs: middle - half, toMs: middle + half }, full);
}

/** The view moved by a share of its own length; positive: later. */
export function panBy(view: TimeRange, full: TimeRange, share: number): TimeRange {
  const by = (view.toMs - view.fromMs) * share;
  return within({ fromMs: view.fromMs + by, toMs: view.toMs + by }, full);
}

/** A view of at least a minute inside the whole range. */
export function within(view: TimeRange, full: TimeRange): TimeRange {
  const whole = full.toMs - full.fromMs;
  const length = Math.min(whole, Math.max(Math.min(leastMs, whole), view.toMs - view.fromMs));
  const fromMs = Math.min(Math.max(view.fromMs, full.fromMs), full.toMs - length);
  return { fromMs, toMs: fromMs + length };
}

export function sameRange(one: TimeRange, other: TimeRange): boolean {
  return one.fromMs === other.fromMs && one.toMs === other.toMs;
}
