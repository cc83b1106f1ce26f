import type { LocaleCode } from "@offgrid/contract/core/constants";

import { durationText } from "../../core/duration.ts";

/** Hours until loads are cut, never rounded up: "5 hrs", and below one "45 mins". */
export function hoursLeftText(hours: number, locale: LocaleCode): string {
  const unitS = hours >= 1 ? 3_600 : 60;
  return durationText(Math.floor((hours * 3_600) / unitS) * unitS, locale);
}
