import type { PowerCuts } from "../analysis/without-power.tsx";
import type { TimeRange } from "../../../ui/period-range.ts";

/**
 * How long the loads had no power within a range, ms: from the first reading that showed it to the first that showed them
 * supplied again.
 * @param nowMs End of one that goes on.
 */
export function darkMsIn({ cuts }: Pick<PowerCuts, "cuts">, { fromMs, toMs }: TimeRange, nowMs: number): number {
  return cuts.reduce((sum, { from, to }) => {
    const endMs = Math.min(toMs, to === null ? nowMs : Date.parse(to));
    return sum + Math.max(0, endMs - Math.max(fromMs, Date.parse(from)));
  }, 0);
}
