import { startOf } from "../../core/time.ts";
import { type PeriodChoice, type TimeRange, rangeOf, stepPeriod } from "../../ui/period-range.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What the chart shows for a choice, and what it is compared with. */
export interface ChartRanges {
  range: TimeRange;
  before: TimeRange;
  /** As the calls are asked: the last 24 hours have an end that stays for an hour, so that answers can be reused. */
  asked: PeriodChoice;
  askedBefore: PeriodChoice;
}

/** Up to a day and a half in whole hours, so that no bar but the present one is a part of an hour; else local days. */
export function chartRanges(choice: PeriodChoice, nowMs: number, zone: string): ChartRanges {
  const { fromMs, toMs } = rangeOf(choice, nowMs, zone);
  if (toMs - fromMs > 1.5 * dayMs) {
    const askedBefore = stepPeriod(choice, -1, nowMs, zone);
    return { range: { fromMs, toMs }, before: rangeOf(askedBefore, nowMs, zone), asked: choice, askedBefore };
  }
  const lengthMs = Math.max(1, Math.round((toMs - fromMs) / hourMs)) * hourMs;
  const endMs = startOf("hour", toMs - 1, zone) + hourMs;
  const range = { fromMs: endMs - lengthMs, toMs: endMs };
  const before = { fromMs: range.fromMs - lengthMs, toMs: range.fromMs };
  return { range, before, asked: customOf(range), askedBefore: customOf(before) };
}

/** Hours that a forecast is drawn for, after the present one. */
const hoursAhead = 12;

/** Starts of the hours to come: the present one, which ends where the range does, and those after it. */
export function comingHours(endMs: number): number[] {
  return Array.from({ length: hoursAhead + 1 }, (_, hour) => endMs + (hour - 1) * hourMs);
}

function customOf({ fromMs, toMs }: TimeRange): PeriodChoice {
  return { period: "custom", from: fromMs, to: toMs };
}
