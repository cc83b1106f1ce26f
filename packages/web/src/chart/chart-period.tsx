import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { usePrinting } from "../ui/use-printing.ts";

/** On paper, the time that a chart shows and by which clocks: the choice that says it on a screen is not printed. */
export function ChartPeriod({ view, zone, locale }: { view: TimeRange; zone: string; locale: LocaleCode }) {
  if (usePrinting() === undefined) return null;
  const [from, to] = [view.fromMs, view.toMs].map((at) => formatTime(at, "dateTime", zone, locale));
  return <p className="og-small">{`${from} – ${to} (${zone})`}</p>;
}
