import type { LocaleCode } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";

/** As it was typed: 90 s are not a minute. */
export function exactDurationText(seconds: number, locale: LocaleCode): string {
  if (seconds >= 3_600 || seconds % 60 === 0) return durationText(seconds, locale);
  return `${seconds.toLocaleString(locale)}\u00a0s`;
}
