import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatLocales } from "./format.ts";

const steps = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Seconds in their two largest whole units, such as "3 days 4 hrs". */
export function durationText(seconds: number, locale: LocaleCode): string {
  let rest = Math.max(0, Math.round(seconds));
  const from = steps.findIndex(([, size]) => rest >= size);
  const first = from === -1 ? steps.length - 1 : from;
  const parts: string[] = [];
  for (const [unit, size] of steps.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && parts.length > 0) continue;
    const format = new Intl.NumberFormat(formatLocales[locale], { style: "unit", unit, unitDisplay: "short" });
    parts.push(format.format(count));
  }
  return parts.join(" ");
}
