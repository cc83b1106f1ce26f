import { localInstant } from "@offgrid/contract/core/zone-time";

import { parseIsoDay } from "./time.ts";

/**
 * The instant of a time of day in a zone; of one that the clock skips, that of the skip.
 * @param day YYYY-MM-DD
 * @param time HH:MM
 * @returns epoch ms; undefined where either is not one.
 */
export function instantOf(day: string, time: string, zone: string): number | undefined {
  const date = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(day);
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!date || !clock || parseIsoDay(day, zone) === undefined) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0] = date.slice(1).map(Number);
  return localInstant(zone, { year, month, day: dayOfMonth }, Number(clock[1]) * 60 + Number(clock[2]));
}
