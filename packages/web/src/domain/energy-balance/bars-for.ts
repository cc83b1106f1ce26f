import { dayS } from "@offgrid/contract/core/constants";

import type { TimeRange } from "../../ui/period-range.ts";

export const daysOf = ({ fromMs, toMs }: TimeRange) => (toMs - fromMs) / (dayS * 1_000);

/** Bars of energy by the hour for a day or two, by the day for a year, else by the month. */
export function barsFor(range: TimeRange): "hour" | "day" | "month" {
  const days = daysOf(range);
  if (days <= 2.1) return "hour";
  return days <= 400 ? "day" : "month";
}
