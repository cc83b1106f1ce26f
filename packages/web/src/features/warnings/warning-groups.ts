import { worstOfTwo } from "@offgrid/contract/warnings/power-first";

import { byDay } from "../../ui/day-groups.ts";
import type { Warning } from "./history.data.ts";

export interface WarningGroup {
  /** Undefined: what is still open, whenever it began. */
  day: { day: string; atMs: number } | undefined;
  warnings: readonly Warning[];
}

/** What is open first, then what is over under the days on which it began. Pure. */
export function warningGroups(warnings: readonly Warning[], zone: string): WarningGroup[] {
  const open = warnings.filter(({ clearedAt }) => clearedAt === null);
  const over = warnings.filter(({ clearedAt }) => clearedAt !== null).map((one) => ({ ...one, at: one.raisedAt }));
  return [
    ...(open.length > 0 ? [{ day: undefined, warnings: open }] : []),
    ...byDay(over, zone).map(({ lines, ...day }) => ({ day, warnings: lines })),
  ];
}

type Ranked = Pick<Warning, "severity" | "attribute" | "value" | "clearedAt" | "raisedAt" | "foundAt">;

/** As the portal lists them: open ones first, worst first; then those that are over, newest first. */
export function worstFirst(one: Ranked, other: Ranked): number {
  const isOpen = one.clearedAt === null;
  const byState = Number(other.clearedAt === null) - Number(isOpen);
  return byState || (isOpen && worstOfTwo(one, other)) || Date.parse(other.raisedAt) - Date.parse(one.raisedAt);
}

/**
 * How many are open in all, as far as a page tells: they come first, so that it does where they end on it. Undefined: it
 * does not. Pure.
 * @param total Of all that is searched for, open or not.
 * @param before How many the pages before show.
 */
export function openInAll(
  warnings: readonly Pick<Warning, "clearedAt">[],
  { total, before }: { total: number; before: number },
): number | undefined {
  const open = warnings.filter(({ clearedAt }) => clearedAt === null).length;
  const isEnd = open < warnings.length || before + open === total;
  return open > 0 && isEnd ? before + open : undefined;
}
