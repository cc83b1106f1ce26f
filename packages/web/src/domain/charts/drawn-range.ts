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
  /** Whether values may still come: it reaches up to now. */
  isOpen?: boolean;
  /** By name; absent or empty: they are not told. */
  containers?: readonly string[];
  /** What is said of its lines is said of the part that is looked at. */
  isPart?: true;
}

/**
 * What of time a drawing shows. A bar stands for the whole of its group, such as a day: of one that has only begun, half the
 * bar would be cut off, and a low one not be seen at all.
 */
export function drawnRange({ t, from, to, zone, groupBy }: Drawn, lines: readonly Pick<PlotLine, "type">[]): TimeRange {
  const [first, last] = [t[0], t.at(-1)];
  const hasBars = lines.some(isBar);
  if (!hasBars || groupBy === "raw" || first === undefined || last === undefined) return { fromMs: from, toMs: to };
  return { fromMs: Math.min(from, first), toMs: Math.max(to, groupEnd(last, groupBy, zone)) };
}

/** Which of the groups that are days or longer the range has only a part of: of one that has only begun, or of a rolling range. */
export function partialEnds({ t, from, to, zone, groupBy }: Drawn): "first" | "last" | "both" | undefined {
  const [first, last] = [t[0], t.at(-1)];
  if (groupBy === "raw" || groupBy === "15m" || groupBy === "hour") return undefined;
  if (first === undefined || last === undefined) return undefined;
  const isFirst = first < from && t.length > 1;
  const isLast = to < groupEnd(last, groupBy, zone) || (first < from && t.length === 1);
  if (isFirst && isLast) return "both";
  return isFirst ? "first" : isLast ? "last" : undefined;
}

/** An amount of a time that is not over, which is less than that of a whole one. */
export interface Begun {
  /** Until when it is known, epoch ms. */
  upTo: number;
  drawnAs: "bar" | "point";
}

/**
 * The last amount of a drawing that reaches the present, such as the energy of today; undefined: there is none that is
 * looked at. Means of a time that is not over are as high as those of a whole one.
 */
export function begunAmount(
  { t, to, zone, groupBy, isOpen }: Drawn,
  lines: readonly Pick<PlotLine, "type" | "adds" | "values">[],
  { nowMs, view }: { nowMs: number; view: TimeRange | undefined },
): Begun | undefined {
  if (isOpen !== true || groupBy === "raw") return undefined;
  const upTo = Math.min(to, nowMs);
  const index = t.findLastIndex((startMs) => startMs < upTo);
  const startMs = t[index];
  if (startMs === undefined || groupEnd(startMs, groupBy, zone) <= upTo || (view && view.toMs <= startMs))
    return undefined;
  const amounts = lines.filter(({ adds, values }) => adds === true && typeof values[index] === "number");
  if (amounts.length === 0) return undefined;
  return { upTo, drawnAs: amounts.some(isBar) ? "bar" : "point" };
}

const isBar = ({ type }: Pick<PlotLine, "type">) => type === "bar" || type === "stack_bar";

function groupEnd(startMs: number, groupBy: Exclude<ChartGroup, "raw">, zone: string): number {
  if (groupBy === "15m" || groupBy === "hour") return startMs + fixedStepMs[groupBy];
  return addCalendar(startMs, 1, groupBy, zone);
}
