import { offsetMs, parseIsoDay } from "../../core/time.ts";

const minuteMs = 60_000;

/**
 * The instant of a time of day in a zone.
 * @param day YYYY-MM-DD
 * @param time HH:MM
 * @returns epoch ms; undefined where either is not one.
 */
export function instantOf(day: string, time: string, zone: string): number | undefined {
  const midnight = parseIsoDay(day, zone);
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (midnight === undefined || !parts) return undefined;
  const at = midnight + (Number(parts[1]) * 60 + Number(parts[2])) * minuteMs;
  // A day on which clocks change is not 24 hours long.
  return at + offsetMs(midnight, zone) - offsetMs(at, zone);
}
