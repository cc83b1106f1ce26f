import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatTime } from "../core/time.ts";

const written = /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?\s*(?:([ap])\.?\s?m\.?)?$/i;
/** As a phone's keypad of digits writes it. */
const digits = /^(\d{2})(\d{2})$/;

/**
 * A time of day as it is usually written, with either clock: "11:00 pm", "11 pm", "23:00", "23h00", "2300".
 * @returns HH:MM; undefined where it is none, such as 24:00 or 13:00 am.
 */
export function readTypedTime(text: string): string | undefined {
  const typed = text.trim();
  const [, hours, minutes = "00", half] = digits.exec(typed) ?? written.exec(typed) ?? [];
  if (hours === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half.toLowerCase() === "p");
  if (hour === undefined || hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

/** A time of day with the clock of all the portal's times. @param time HH:MM; other texts stay as they are. */
export function writeTime(time: string, locale: LocaleCode): string {
  const read = readTypedTime(time);
  return read === undefined ? time : formatTime(Date.parse(`2000-01-01T${read}:00Z`), "time", "UTC", locale);
}

function hourOf(hour: number, isAfternoon: boolean): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** The time this many minutes later, around midnight. @param time HH:MM. */
export function addMinutes(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const at = (hour * 60 + minute + minutes + 1_440) % 1_440;
  return [Math.floor(at / 60), at % 60].map((one) => String(one).padStart(2, "0")).join(":");
}
