import { startOf } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";

const hourMs = 3_600_000;

/** Columns over time, as a chart's answer has them. */
interface History {
  t: readonly number[];
  series: readonly (readonly (number | null)[])[];
}

/** Up to this length days are looked at by their hours. */
const longestByHoursMs = 2.5 * 86_400_000;

/** The whole hours of a part that is looked at so closely that bars by the day are too coarse; undefined: they are not. */
export function nearHours(range: TimeRange, view: TimeRange | undefined, zone: string): TimeRange | undefined {
  const isLong = range.toMs - range.fromMs > longestByHoursMs;
  if (!view || !isLong || view.toMs - view.fromMs > longestByHoursMs) return undefined;
  const [fromMs, lastMs] = [startOf("hour", view.fromMs, zone), startOf("hour", view.toMs - 1, zone)];
  if (lastMs < range.fromMs || fromMs >= range.toMs) return undefined;
  return { fromMs: Math.max(fromMs, range.fromMs), toMs: Math.min(lastMs + hourMs, range.toMs) };
}

/** A history with a part of it in more detail; what lies around the part stays as it is. */
export function withFiner<Base extends History>(base: Base, finer: History, part: TimeRange): Base {
  const isInside = (at: number) => at >= part.fromMs && at < part.toMs;
  const before = base.t.findIndex((at) => at >= part.fromMs);
  const firsts = before < 0 ? base.t.length : before;
  const after = base.t.findIndex((at) => at >= part.toMs);
  const lasts = after < 0 ? base.t.length : after;
  const places = finer.t.flatMap((at, index) => (isInside(at) ? [index] : []));
  const series = base.series.map((values, index) => [
    ...values.slice(0, firsts),
    ...places.map((place) => finer.series[index]?.[place] ?? null),
    ...values.slice(lasts),
  ]);
  return {
    ...base,
    t: [...base.t.slice(0, firsts), ...places.map((place) => finer.t[place]!), ...base.t.slice(lasts)],
    series,
  };
}
