import { tickMs } from "@offgrid/contract/core/constants";
import type { Warning } from "@offgrid/contract/warnings/warnings.schema";
import type { Works } from "@offgrid/contract/works/works.schema";
import { worksIn } from "@offgrid/contract/works/works-in";

import type { ChartSpan, ChartWarning } from "../../chart/chart-series.ts";
import { ApiError } from "../../core/api/api-error.ts";
import type { TimeRange } from "../../ui/period-range.ts";

/** What a chart shows beside its values: warnings and works, from their beginning to their end. */
export interface Happened {
  warnings: readonly ChartWarning[];
  works: readonly ChartSpan[];
  /** Warnings that were open all the time: a chart that is marked from end to end shows nothing by it. Left out: none was. */
  throughout?: number;
  /** False: some of it is not here, or did not come. */
  isKnown?: boolean;
}

/** What happened at so many containers is marked; with more, a chart would be all marks. */
export const mostMarked = 4;

/** How a question of these went. */
export interface Asked {
  error: Error | null;
  /** When its last answer, or its last failure, came, epoch ms; 0: none has. */
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

/**
 * Counted from the answer, so that all who show it ask for the next one together. What is refused, as for a container that
 * is gone, is not asked again: it would be refused again.
 */
export function untilNextMs({ error, dataUpdatedAt, errorUpdatedAt }: Asked, nowMs: number): number | false {
  if (error instanceof ApiError && (error.code === "not_found" || error.code === "forbidden")) return false;
  return Math.max(1_000, tickMs - Math.max(0, nowMs - Math.max(dataUpdatedAt, errorUpdatedAt)));
}

export type RaisedWarning = Pick<
  Warning,
  "severity" | "content" | "containerName" | "raisedAt" | "clearedAt" | "isShadow"
>;
export type WorksThere = Pick<Works, "state" | "reason" | "startsAt" | "endsAt" | "endedAt">;

/**
 * Warnings that were open in a range, and works that fall into it. Pure. What a rule on trial raises is no warning yet.
 * @param isOne All of them are at the container that the chart is about, which then goes without saying.
 */
export function happenedIn(
  { fromMs, toMs }: TimeRange,
  warnings: readonly RaisedWarning[],
  works: readonly WorksThere[],
  { isOne, nowMs }: { isOne: boolean; nowMs: number },
): Happened {
  const untilMs = Math.min(toMs, floorToMinute(nowMs));
  const isThroughout = (one: ChartWarning) => one.atMs <= fromMs && (one.toMs ?? one.atMs) >= untilMs;
  const open = warnings
    .filter(({ isShadow }) => !isShadow)
    .map(({ severity, content, containerName, raisedAt, clearedAt }) => ({
      atMs: Date.parse(raisedAt),
      // What is open lasts to the minute: what is drawn is not to change with each second.
      toMs: clearedAt === null ? Math.max(Date.parse(raisedAt), floorToMinute(nowMs)) : Date.parse(clearedAt),
      ...(clearedAt === null && { isOpen: true }),
      level: severity,
      text: isOne ? content : `${containerName}: ${content}`,
    }))
    .filter((one) => one.toMs >= fromMs && one.atMs <= toMs);
  const throughout = open.filter(isThroughout).length;
  return {
    warnings: open.filter((one) => !isThroughout(one)),
    ...(throughout > 0 && { throughout }),
    works: worksIn({ fromMs, toMs }, works, nowMs).map(({ one, ...span }) => ({ ...span, text: one.reason })),
  };
}

const floorToMinute = (atMs: number) => Math.floor(atMs / 60_000) * 60_000;
