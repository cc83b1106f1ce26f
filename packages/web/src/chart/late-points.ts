import { type ChartSeries, isBar } from "./chart-series.ts";
import { indexAt } from "./trace.ts";

/** Where more of a series came late, marks would set nothing apart, and the words below the chart say it. */
const mostMarkedShare = 0.8;

/**
 * Whether points of a series that came late are marked. Those of bars are not: on bars side by side marks read as values.
 * Pure. @param t Of `values`, epoch ms.
 */
export function marksLate({ type, late, values }: Pick<ChartSeries, "type" | "late" | "values">, t: readonly number[]) {
  if (late === undefined || isBar({ type })) return false;
  const groupMs = t.length > 1 ? t[1]! - t[0]! : 0;
  let [measured, came, stretch] = [0, 0, 0];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const atMs = t[index]!;
    while (stretch < late.length && late[stretch]![1] <= atMs) stretch++;
    measured++;
    if (stretch < late.length && late[stretch]![0] < atMs + groupMs) came++;
  }
  return came <= mostMarkedShare * measured;
}

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
