import { lastMoment, nextMoment } from "../../core/moments.ts";

/** When a controller restarts by a plan. No schema library here: screens import it whole. Pure. */

export interface RebootPlan {
  enabled: boolean;
  /** 1 is Monday. */
  days: readonly number[];
  /** As clocks at the container show it. */
  time: string;
}

/** A restart that was missed, or put off, is made up for within this; later it waits for the next. */
export const rebootLateMs = 15 * 60_000;

/**
 * Why a planned restart is put off:
 *
 * - `locked`: an output is locked, so people are at work there.
 * - `works`: somebody works at the container.
 * - `busy`: a command is being carried out.
 * - `upgrade`: a release is being loaded, installed or tried.
 * - `storage`: it could not be noted on the disk, without which it might be repeated for ever.
 */
export const rebootObstacles = ["locked", "works", "busy", "upgrade", "storage"] as const;
export type RebootObstacle = (typeof rebootObstacles)[number];

/**
 * The next planned restart after an instant, epoch ms. A time that the clocks skip comes at the skip; of one that comes twice,
 * the first counts.
 */
export function nextReboot({ enabled, days, time }: RebootPlan, zoneName: string, afterMs: number): number | undefined {
  return enabled ? nextMoment({ time }, { zoneName }, afterMs, days) : undefined;
}

/**
 * The planned restart that is due now, epoch ms.
 * @param doneMs Those up to here have been carried out, or were never to be.
 */
export function dueReboot(
  { enabled, days, time }: RebootPlan,
  zoneName: string,
  doneMs: number,
  nowMs: number,
): number | undefined {
  if (!enabled) return undefined;
  return lastMoment({ time }, days, { zoneName }, { afterMs: Math.max(doneMs, nowMs - rebootLateMs), untilMs: nowMs });
}
