import { localDate, localInstant, offsetMs } from "../../core/zone-time.ts";
import type { ComparedTime } from "./chart-choices.ts";
import type { ChartDefinition } from "./chart-definition.schema.ts";
import { type CalendarStep, earlierWall, stepBefore } from "./chart-rules.ts";
import type { ChartPeriod } from "./charts.schema.ts";

/** Which earlier time is laid over that of a chart, by the clocks of its place. Pure. */

/** The earlier time that is laid over a chart; undefined: nothing, or another container in the same time. */
export function earlierTime({ compare }: Pick<ChartDefinition, "compare">): ComparedTime | undefined {
  return compare.kind === "none" || compare.kind === "container" ? undefined : compare.kind;
}

/** How far back it was. @param rangeMs Of a period without a calendar of its own. */
export function comparedStep(kind: ComparedTime, period: ChartPeriod, rangeMs: number): CalendarStep {
  if (kind === "week") return { days: 7 };
  return kind === "year" ? { months: 12 } : stepBefore(period, rangeMs);
}

const dayMs = 86_400_000;

interface Clocks {
  zone: string;
  /** Where it is not the same: that of what is laid over. */
  otherZone?: string;
}

/** The instant at which clocks there showed what clocks here show so much later. All in epoch ms. */
export function earlierInstant(atMs: number, step: CalendarStep, { zone, otherZone = zone }: Clocks): number {
  return instantOf(otherZone, earlierWall(atMs + offsetMs(zone, atMs), step));
}

/** The same of a range, which includes `fromMs` and excludes `toMs`; it is never empty. */
export function earlierRange(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  step: CalendarStep,
  clocks: Clocks,
): { fromMs: number; toMs: number } {
  const beginMs = earlierInstant(fromMs, step, clocks);
  return { fromMs: beginMs, toMs: Math.max(earlierInstant(toMs, step, clocks), beginMs + 1) };
}

interface Ends {
  from: number;
  to: number;
}

/**
 * How far back what is laid over a drawn chart was, as the ends of both tell, epoch ms: as many months where both ends are on
 * the same days of those, else as many days.
 */
export function drawnStep(drawn: Ends, compared: Ends, zone: string): CalendarStep {
  const wall = (atMs: number) => atMs + offsetMs(zone, atMs);
  // Where clocks skip a time, an end is an hour off.
  const daysAfter = (end: keyof Ends, step: CalendarStep) =>
    Math.round((earlierWall(wall(drawn[end]), step) - wall(compared[end])) / dayMs);
  const [own, earlier] = [localDate(zone, drawn.from), localDate(zone, compared.from)];
  const months = 12 * (own.year - earlier.year) + own.month - earlier.month;
  const days = daysAfter("from", {});
  const isMonths = months > 0 && daysAfter("from", { months }) === 0 && daysAfter("to", { months }) === 0;
  return isMonths || days !== daysAfter("to", {}) ? { months } : { days };
}

/** The instant of a wall-clock time, which is given as if it were UTC. */
function instantOf(zone: string, wallMs: number): number {
  const date = new Date(wallMs);
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  const inDayMs = wallMs - Date.UTC(day.year, day.month - 1, day.day);
  const minutes = Math.floor(inDayMs / 60_000);
  return localInstant(zone, day, minutes) + (inDayMs - minutes * 60_000);
}
