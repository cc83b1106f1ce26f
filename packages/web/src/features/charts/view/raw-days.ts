import { longestRawMs } from "@offgrid/contract/charts/chart-rules";

import type { TimeRange } from "../../../ui/period-range.ts";

/**
 * Of which time single readings are shown: of a range that is longer than may be, the days around the middle of what is
 * looked at, else its last ones. Pure.
 * @param view Undefined: all of it is looked at.
 * @returns Undefined: all of the range.
 */
export function daysForRaw(
  { from, to }: { from: number; to: number },
  view: TimeRange | undefined,
): TimeRange | undefined {
  if (to - from <= longestRawMs) return undefined;
  const middle = view ? (view.fromMs + view.toMs) / 2 : to;
  const fromMs = Math.round(Math.min(Math.max(middle - longestRawMs / 2, from), to - longestRawMs));
  return { fromMs, toMs: fromMs + longestRawMs };
}
