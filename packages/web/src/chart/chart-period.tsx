import type { LocaleCode } from "@offgrid/contract/core/constants";

import { rangeWords } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { usePrinting } from "../ui/use-printing.ts";

/** On paper, the time that a chart shows and by which clocks: the choice that says it on a screen is not printed. */
export function ChartPeriod({ view, zone, locale }: { view: TimeRange; zone: string; locale: LocaleCode }) {
  if (usePrinting() === undefined) return null;
  return <p className="og-small">{rangeText(view, zone, locale)}</p>;
}

/** A time and the zone by whose clocks it is. */
export function rangeText(range: TimeRange, zone: string, locale: LocaleCode): string {
  return `${rangeWords(range, zone, locale)} (${zone})`;
}
