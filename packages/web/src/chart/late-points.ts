import { indexAt } from "./trace.ts";

/** Points that are marked are at least so far apart, CSS pixels: nearer ones would lie on each other. */
export const lateStepPx = 9;

/**
 * The points of a series that came late, at least in part, and are to be marked. Pure.
 * @param t Starts of the groups, or instants, rising. @param values NaN where there is none. @param groupMs Of a group.
 * @param view What is seen, epoch ms. @param stepMs Least time between two that are marked.
 */
export function latePoints(
  { t, values, groupMs }: { t: Float64Array; values: ArrayLike<number>; groupMs: number },
  late: readonly (readonly [fromMs: number, toMs: number])[],
  view: { fromMs: number; toMs: number },
  stepMs: number,
): number[] {
  const found: number[] = [];
  let lastMs = -Infinity;
  for (const [fromMs, toMs] of late) {
    const endMs = Math.min(toMs, view.toMs);
    // The first group that ends after the stretch has begun.
    for (let index = indexAt(t, Math.max(fromMs, view.fromMs) - groupMs) + 1; index < t.length; index++) {
      const atMs = t[index] as number;
      if (atMs >= endMs) break;
      if (atMs < lastMs + stepMs || Number.isNaN(values[index])) continue;
      found.push(index);
      lastMs = atMs;
    }
  }
  return found;
}
