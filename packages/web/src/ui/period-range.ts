import { dayS, rollingMs, toEpochMs } from "@offgrid/contract/core/constants";

import { addCalendar, startOf } from "../core/time.ts";

/** The periods that can be chosen; `rangeOf` says what each means. */
export type Period =
  | "today"
  | "yesterday"
  | "day"
  | "week"
  | "month"
  | "year"
  | "7_days"
  | "30_days"
  | "begin_of_day"
  | "begin_of_week"
  | "begin_of_month"
  | "begin_of_year"
  | "custom";

/** A choice of a period; `from` and `to` (epoch milliseconds) only with `custom`, which ends now where it has no `to`. */
export interface PeriodChoice {
  period: Period;
  from?: number;
  to?: number;
}

/** From (inclusive) to (exclusive), epoch milliseconds. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** The choice that an address holds: a range where it has one, else a period. */
export function periodChoice(
  { period, from, to }: { period?: Period; from?: number; to?: number },
  usual: Period,
): PeriodChoice {
  return from !== undefined && to !== undefined ? { period: "custom", from, to } : { period: period ?? usual };
}

const dayMs = dayS * 1000;

const isRolling = (period: Period): period is keyof typeof rollingMs => Object.hasOwn(rollingMs, period);

/**
 * The range that a choice means on an axis in a zone. `today`, `7_days` and `30_days` are whole local days and include the
 * rest of today; `day`, `week`, `month` and `year` roll and end now; `begin_of_...` runs from there to now.
 */
export function rangeOf(choice: PeriodChoice, nowMs: number, zone: string): TimeRange {
  const today = startOf("day", nowMs, zone);
  const tomorrow = addCalendar(today, 1, "day", zone);
  if (isRolling(choice.period)) return { fromMs: nowMs - rollingMs[choice.period], toMs: nowMs };
  switch (choice.period) {
    case "yesterday":
      return { fromMs: addCalendar(today, -1, "day", zone), toMs: today };
    case "7_days":
      return { fromMs: addCalendar(today, -6, "day", zone), toMs: tomorrow };
    case "30_days":
      return { fromMs: addCalendar(today, -29, "day", zone), toMs: tomorrow };
    case "begin_of_day":
      return { fromMs: today, toMs: nowMs };
    case "begin_of_week":
      return { fromMs: startOf("week", nowMs, zone), toMs: nowMs };
    case "begin_of_month":
      return { fromMs: startOf("month", nowMs, zone), toMs: nowMs };
    case "begin_of_year":
      return { fromMs: startOf("year", nowMs, zone), toMs: nowMs };
    case "custom":
      if (choice.from !== undefined) {
        return { fromMs: toEpochMs(choice.from), toMs: choice.to === undefined ? nowMs : toEpochMs(choice.to) };
      }
      return { fromMs: today, toMs: tomorrow };
    default:
      return { fromMs: today, toMs: tomorrow };
  }
}

/** The period of the same length before (-1) or after (1); whole local days stay whole, also over a change of clocks. */
export function stepPeriod(choice: PeriodChoice, direction: -1 | 1, nowMs: number, zone: string): PeriodChoice {
  const { fromMs, toMs } = rangeOf(choice, nowMs, zone);
  const wholeDays = startOf("day", fromMs, zone) === fromMs && startOf("day", toMs, zone) === toMs;
  if (!wholeDays) {
    const length = toMs - fromMs;
    return { period: "custom", from: fromMs + direction * length, to: toMs + direction * length };
  }
  const days = Math.round((toMs - fromMs) / dayMs) * direction;
  const from = addCalendar(fromMs, days, "day", zone);
  const to = addCalendar(toMs, days, "day", zone);
  for (const period of ["today", "yesterday"] as const) {
    const named = rangeOf({ period }, nowMs, zone);
    if (named.fromMs === from && named.toMs === to) return { period };
  }
  return { period: "custom", from, to };
}
