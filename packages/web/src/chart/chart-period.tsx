import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { usePrinting } from "../ui/use-printing.ts";

/** On paper, the time that a chart shows and by which clocks: the choice that says it on a screen is not printed. */
export function ChartPeriod({ view, zone, locale }: { view: TimeRange; zone: string; locale: LocaleCode }) {
  if (usePrinting() === undefined) return null;
  return <p className="og-small">{rangeText(view, zone, locale)}</p>;
}

/** A time with both its ends and the zone by whose clocks they are. */
export function rangeText({ fromMs, toMs }: TimeRange, zone: string, locale: LocaleCode): string {
  const [from, to] = [fromMs, toMs].map((at) => formatTime(at, "dateTime", zone, locale));
  return `${from} – ${to} (${zone})`;
}
