import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatTime } from "../../../core/time.ts";

const hourMs = 3_600_000;

/** The 24 hours of a day as heads of a heat map, on the clock of all other times; a narrow column breaks before the half of the day. */
export function hourHeads(locale: LocaleCode): string[] {
  return Array.from({ length: 24 }, (_, hour) =>
    formatTime(Date.UTC(2026, 0, 1) + hour * hourMs, "hour", "UTC", locale),
  ).map((head) => head.replace("\u00a0", " "));
}
