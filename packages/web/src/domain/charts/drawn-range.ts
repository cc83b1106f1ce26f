import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import { fixedStepMs } from "@offgrid/contract/core/zone-time";

import { addCalendar } from "../../core/time.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import type { PlotLine } from "./drawn-series.ts";

/** A drawn chart, of one's own or of a link. */
export interface Drawn {
  t: readonly number[];
  from: number;
  to: number;
  zone: string;
  groupBy: ChartGroup;
  /** By name; absent or empty: they are not told. */
  containers?: readonly string[];
}

/**
 * What of time a drawing shows. A bar stands for the whole of its group, such as a day: of one that has only begun, half the
 * bar would be cut off, and a low one not be seen at all.
 */
export function drawnRange({ t, from, to, zone, groupBy }: Drawn, lines: readonly Pick<PlotLine, "type">[]): TimeRange {
  const [first, last] = [t[0], t.at(-1)];
  const hasBars = lines.some(({ type }) => type === "bar" || type === "stack_bar");
  if (!hasBars || groupBy === "raw" || first === undefined || last === undefined) return { fromMs: from, toMs: to };
  const endMs =
    groupBy === "15m" || groupBy === "hour" ? last + fixedStepMs[groupBy] : addCalendar(last, 1, groupBy, zone);
  return { fromMs: Math.min(from, first), toMs: Math.max(to, endMs) };
}
