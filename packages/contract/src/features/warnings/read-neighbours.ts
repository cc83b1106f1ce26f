import { dayKnownMs, type NeighbourDay } from "./neighbour-days.ts";
import type { Verdict } from "./verdict.ts";
import { isBeyond, isCleared, type Level } from "./warning-levels.ts";
import type { WarningCondition } from "./warnings.schema.ts";

/** For how many days in a row panels gave less than those of their neighbours. What does not count is passed over. Pure. */

const dayMs = 86_400_000;
/** Days that lie further apart are not in a row, and after so long without one that counts nothing is known any more. */
const oldMs = 4 * dayMs;

/** @returns undefined: it is not known. */
export function judgeNeighbours(
  condition: WarningCondition,
  { neighbours, atMs }: { neighbours: readonly NeighbourDay[]; atMs: number },
): Verdict | undefined {
  const newest = neighbours.at(-1);
  if (!newest || atMs > newest.endMs + oldMs) return unknownVerdict(condition, newest);
  const { duration, critical, threshold } = condition;
  const worse: Level = { ...critical, threshold: critical?.threshold ?? threshold };
  const reached = dayReached(neighbours, condition, condition, duration);
  const isCritical =
    critical !== undefined && dayReached(neighbours, condition, worse, critical.duration ?? duration) !== undefined;
  return {
    isBeyond: reached !== undefined,
    isCleared: isCleared(condition, newest.percent, condition),
    isCriticalBeyond: isCritical,
    isCriticalCleared: critical === undefined || isCleared(condition, newest.percent, worse),
    attribute: null,
    value: newest.percent,
    fromMs: reached ? reached.endMs - duration * 1_000 : newest.endMs,
  };
}

function unknownVerdict({ noData }: WarningCondition, newest: NeighbourDay | undefined): Verdict | undefined {
  if (noData === "hold") return undefined;
  const isMet = noData === "raise";
  return {
    isBeyond: isMet,
    isCleared: !isMet,
    isCriticalBeyond: false,
    isCriticalCleared: true,
    attribute: null,
    value: null,
    ...(newest && { fromMs: newest.endMs + oldMs }),
  };
}

/** When nothing is known any more; undefined: nothing is. */
export function neighboursOldMs(days: readonly NeighbourDay[]): number | undefined {
  const newest = days.at(-1);
  return newest && newest.endMs + oldMs;
}

/**
 * For how long of a time nothing was known, as days become known when they are over, ms.
 * @param days Oldest first.
 */
export function neighboursUnknownMs(
  days: readonly NeighbourDay[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number {
  let [unknownMs, untilMs] = [0, fromMs];
  for (const day of days) {
    const startMs = Math.min(dayKnownMs(day), toMs);
    unknownMs += Math.max(0, startMs - untilMs);
    untilMs = Math.max(untilMs, Math.min(day.endMs + oldMs, toMs));
  }
  return unknownMs + Math.max(0, toMs - untilMs);
}

/** The newest days in a row that are beyond a level, oldest first. */
export function daysBeyond(days: readonly NeighbourDay[], condition: WarningCondition, level: Level): NeighbourDay[] {
  const before = days.findLastIndex(
    ({ percent, startMs }, index) =>
      !isBeyond(condition, percent, level) || (days[index + 1]?.startMs ?? startMs) - startMs > oldMs,
  );
  return days.slice(before + 1);
}

/** The day by which it had been so for long enough. */
function dayReached(
  days: readonly NeighbourDay[],
  condition: WarningCondition,
  level: Level,
  durationS: number,
): NeighbourDay | undefined {
  return daysBeyond(days, condition, level)[Math.max(1, Math.ceil((durationS * 1_000) / dayMs)) - 1];
}
