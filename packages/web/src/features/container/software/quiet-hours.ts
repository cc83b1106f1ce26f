import { addCalendar, formatTime, isoDay } from "../../../core/time.ts";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import { instantOf } from "../../../core/local-time.ts";

/** When nobody needs what a restart interrupts, by the container's clock. */
const quietTime = "02:00";
/** Nights that an upgrade can be planned for: fewer than the days that it may wait. */
const nights = 5;

/** The next quiet hours of a container, epoch ms. */
export function nextQuietHours(nowMs: number, zone: string): number[] {
  return Array.from({ length: nights + 1 }, (_, day) =>
    instantOf(isoDay(addCalendar(nowMs, day, "day", zone), zone), quietTime, zone),
  )
    .filter((at): at is number => at !== undefined && at > nowMs)
    .slice(0, nights);
}

/** "Tue 24/11, 2:00 am" */
export function nightText(at: number, zone: string, locale: LocaleCode): string {
  return `${formatTime(at, "weekday", zone, locale)}, ${formatTime(at, "time", zone, locale)}`;
}
