import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatQuantityText } from "../../core/format.ts";

/**
 * A charge as it is shown beside its limit, percent: below the limit it never reads as the limit itself, as 19.6 beside
 * 20 would.
 */
export function shownCharge<Percent extends number | null | undefined>(
  percent: Percent,
  limit: number | undefined,
): Percent | number {
  if (typeof percent !== "number" || limit === undefined || percent >= limit) return percent;
  return Math.round(percent) < Math.round(limit) ? percent : Math.floor(percent);
}

/** The same in words; a dash where it is not known. */
export function chargeText(percent: number | null | undefined, limit: number | undefined, locale: LocaleCode): string {
  return formatQuantityText(shownCharge(percent, limit), "percent", locale);
}
