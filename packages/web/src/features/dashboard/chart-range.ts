import { startOf } from "../../core/time.ts";
import { elapsedPart } from "../../domain/energy-balance/balance-figures.ts";
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

/** Are its bars hours? Else they are days. */
export function isByHour({ fromMs, toMs }: TimeRange): boolean {
  return toMs - fromMs <= 1.5 * dayMs;
}

/** What a range is called, the same wherever it is named: hours as far as they have passed, days as whole ones. */
export function saidRange(range: TimeRange, nowMs: number): TimeRange {
  const isUnderWay = isByHour(range) && range.fromMs < nowMs && nowMs < range.toMs;
  return isUnderWay ? { ...range, toMs: nowMs } : range;
}

export interface EnergyGroups {
  groupBy: "hour" | "day";
  /** Days of each container begin at its own midnight, as its figures of today do. */
  ownDays: boolean;
}

export function groupsFor(range: TimeRange): EnergyGroups {
  return isByHour(range) ? { groupBy: "hour", ownDays: false } : { groupBy: "day", ownDays: true };
}

/** Up to a day and a half in whole hours, so that no bar but the present one is a part of an hour; else local days. */
export function chartRanges(choice: PeriodChoice, nowMs: number, zone: string): ChartRanges {
  const { fromMs, toMs } = rangeOf(choice, nowMs, zone);
  if (!isByHour({ fromMs, toMs })) {
    const askedBefore = stepPeriod(choice, -1, nowMs, zone);
    return { range: { fromMs, toMs }, before: rangeOf(askedBefore, nowMs, zone), asked: choice, askedBefore };
  }
  const lengthMs = Math.max(1, Math.round((toMs - fromMs) / hourMs)) * hourMs;
  const endMs = startOf("hour", toMs - 1, zone) + hourMs;
  const range = { fromMs: endMs - lengthMs, toMs: endMs };
  const before = { fromMs: range.fromMs - lengthMs, toMs: range.fromMs };
  return { range, before, asked: customOf(range), askedBefore: customOf(before) };
}

/** The period before is asked for again at such steps, not with each new figure. */
const stepMs = 5 * 60_000;

/** What the days before are asked for at an instant: of a day that is not over as much as has passed of it. */
export function elapsedBefore(
  { range, before, askedBefore }: Pick<ChartRanges, "range" | "before" | "askedBefore">,
  atMs: number,
): PeriodChoice {
  if (atMs >= range.toMs) return askedBefore;
  return customOf(elapsedPart(before, range, Math.floor(atMs / stepMs) * stepMs));
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
