import type { WorksState } from "./works-moves.ts";

export interface SpanOfWorks {
  state: WorksState;
  startsAt: string | Date;
  /** When they are to be over. */
  endsAt: string | Date;
  /** Null: they are not over. */
  endedAt: string | Date | null;
}

/**
 * Works that fall into a range, with when they began and when they were over, or are to be. Works that were cancelled never
 * were.
 */
export function worksIn<One extends SpanOfWorks>(
  range: { fromMs: number; toMs: number },
  works: readonly One[],
  nowMs: number,
): { one: One; fromMs: number; toMs: number }[] {
  return works
    .filter(({ state }) => state !== "cancelled")
    .map((one) => ({ one, fromMs: msOf(one.startsAt), toMs: endOf(one, nowMs) }))
    .filter(({ fromMs, toMs }) => fromMs < range.toMs && toMs > range.fromMs);
}

/** Works that are over their time go on until somebody ends them. */
function endOf({ state, endsAt, endedAt }: SpanOfWorks, nowMs: number): number {
  if (endedAt !== null) return msOf(endedAt);
  return state === "overrun" ? Math.max(msOf(endsAt), nowMs) : msOf(endsAt);
}

const msOf = (at: string | Date) => new Date(at).getTime();
