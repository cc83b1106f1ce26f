import type { Range } from "../chart-range.ts";
import { dayMs, dayOf, quarterMs, quarterOf, quartersPerDay } from "../quarter-hours.ts";

/** How time is divided into stretches, each of which may be represented by a few runs of quarter hours. Pure. */

/** A stretch of whole quarter hours with no boundary within, from the first up to and without `to`. */
export interface Stretch {
  from: number;
  to: number;
  key: string;
  /** There is a boundary within, for which its readings may be needed; such a stretch is a single quarter hour. */
  hasBoundary: boolean;
}

/** A quarter hour that is known by its readings. */
export interface LooseQuarter {
  loose: number;
}

/** The search for a container's last reading ends here, for readings up to an instant: no clock is further ahead (frame-message.ts). */
export function horizonOf(toMs: number): number {
  return (dayOf(toMs) + 2) * dayMs;
}

export function boundariesOf(around: Range, range: Range, edges: readonly number[], horizonMs: number): number[] {
  // Days that still change are separate from those before, so that the stretches of the latter stay as they are.
  const lastDay = dayOf(range.toMs);
  const quiet = [lastDay - 1, lastDay, lastDay + 1].map((day) => day * dayMs);
  const all = [around.fromMs, ...edges, ...quiet, range.fromMs, range.toMs, around.toMs, horizonMs];
  const within = all.filter((atMs) => atMs >= around.fromMs && atMs <= horizonMs);
  return [...new Set(within)].sort((one, other) => one - other);
}

/**
 * The stretches between boundaries, in the order of time.
 * @param loose Quarter hours that are known by their readings, rising.
 */
export function stretchesOf(boundaries: readonly number[], loose: readonly number[]): (Stretch | LooseQuarter)[] {
  const bounds = new Set<number>();
  const divided = new Set<number>();
  for (const atMs of boundaries) {
    const quarter = quarterOf(atMs);
    bounds.add(quarter);
    if (atMs % quarterMs === 0) continue;
    bounds.add(quarter + 1);
    divided.add(quarter);
  }
  const isLoose = new Set(loose);
  for (const quarter of loose) bounds.add(quarter).add(quarter + 1);
  const sorted = [...bounds].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1] as number;
    return isLoose.has(from) ? { loose: from } : { from, to, key: `${from} ${to}`, hasBoundary: divided.has(from) };
  });
}

/** The UTC days that a stretch covers. */
export function daysOf({ from, to }: Stretch): [fromDay: number, toDay: number] {
  return [Math.floor(from / quartersPerDay), Math.floor((to - 1) / quartersPerDay)];
}

/** Boundaries within one long range: past months stay the same while its ends move. */
export function monthBoundaries(around: Range, edges: readonly number[]): number[] {
  const [first, last] = [new Date(around.fromMs), dayOf(around.toMs)];
  const boundaries = [around.fromMs, ...edges, around.toMs, (last - 1) * dayMs, last * dayMs];
  for (let month = 1; ; month++) {
    const atMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
    if (atMs >= around.toMs) break;
    boundaries.push(atMs);
  }
  const within = boundaries.filter((atMs) => atMs >= around.fromMs && atMs <= around.toMs);
  return [...new Set(within)].sort((one, other) => one - other);
}
