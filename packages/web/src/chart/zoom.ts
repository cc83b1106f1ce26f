import type { TimeRange } from "../ui/period-range.ts";

const leastMs = 60_000;

/** The part of `full` that is visible after zooming `view` by a factor; > 1 shows less. `atMs` stays where it is. */
export function zoomBy(
  view: TimeRange,
  full: TimeRange,
  factor: number,
  atMs = (view.fromMs + view.toMs) / 2,
): TimeRange {
  const whole = full.toMs - full.fromMs;
  const before = view.toMs - view.fromMs;
  const length = Math.min(whole, Math.max(Math.min(leastMs, whole), before / factor));
  const fromMs = atMs - ((atMs - view.fromMs) / before) * length;
  return within({ fromMs, toMs: fromMs + length }, full);
}

/** The view moved by a share of its own length; positive: later. */
export function panBy(view: TimeRange, full: TimeRange, share: number): TimeRange {
  const by = (view.toMs - view.fromMs) * share;
  return within({ fromMs: view.fromMs + by, toMs: view.toMs + by }, full);
}

/** The view with one of its ends moved; it stops at the end of the whole, and a minute before the other one. */
export function moveEnd(view: TimeRange, full: TimeRange, end: "from" | "to", byMs: number): TimeRange {
  const least = Math.min(leastMs, full.toMs - full.fromMs);
  if (end === "from") {
    const fromMs = Math.min(Math.max(view.fromMs + byMs, full.fromMs), view.toMs - least);
    return within({ fromMs, toMs: view.toMs }, full);
  }
  const toMs = Math.max(Math.min(view.toMs + byMs, full.toMs), view.fromMs + least);
  return within({ fromMs: view.fromMs, toMs }, full);
}

/** Two fingers on a picture, as shares of its width. */
export type Fingers = readonly [number, number];

/** Fingers this close (share of the width) count as one place: they would zoom endlessly. */
const leastSpread = 0.02;

/**
 * The view under two fingers that moved: each stays on the time where it was placed, within the whole range.
 * @param start The view when the fingers were put down.
 */
export function pinchView(start: TimeRange, full: TimeRange, from: Fingers, to: Fingers): TimeRange {
  const length = start.toMs - start.fromMs;
  const [a, b] = ordered(from);
  const [nowA, nowB] = ordered(to);
  const spread = Math.max(leastSpread, b - a);
  const nowSpread = Math.max(leastSpread, nowB - nowA);
  const wanted = (length * spread) / nowSpread;
  const whole = full.toMs - full.fromMs;
  const next = Math.min(whole, Math.max(Math.min(leastMs, whole), wanted));
  // Where the limits of zooming do not allow following both fingers, their middle is followed.
  const middleMs = start.fromMs + ((a + b) / 2) * length;
  const fromMs = middleMs - ((nowA + nowB) / 2) * next;
  return within({ fromMs, toMs: fromMs + next }, full);
}

function ordered([one, other]: Fingers): Fingers {
  return one <= other ? [one, other] : [other, one];
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

/**
 * What becomes of a view when the whole range changes. A range that only moves on with time keeps the view, and moves
 * it along if it reached the end; undefined: this is another period, for which the view was not meant.
 */
export function carriedView(view: TimeRange, before: TimeRange, full: TimeRange): TimeRange | undefined {
  const most = (before.toMs - before.fromMs) / 2;
  const fromBy = full.fromMs - before.fromMs;
  const toBy = full.toMs - before.toMs;
  if (fromBy < 0 || toBy < 0 || fromBy > most || toBy > most) return undefined;
  const by = view.toMs === before.toMs ? toBy : 0;
  return within({ fromMs: view.fromMs + by, toMs: view.toMs + by }, full);
}
