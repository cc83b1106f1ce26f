import { isoDay } from "../core/time.ts";

/** Lines of one local day. */
export interface DayGroup<Line> {
  /** As a date field holds it: 2026-11-20. */
  day: string;
  /** An instant of that day, epoch ms. */
  atMs: number;
  lines: Line[];
}

/** Lines under their days, in the order in which they came. */
export function byDay<Line extends { at: string }>(lines: readonly Line[], zone: string): DayGroup<Line>[] {
  const days: DayGroup<Line>[] = [];
  for (const line of lines) {
    const atMs = Date.parse(line.at);
    const day = isoDay(atMs, zone);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, atMs, lines: [line] });
  }
  return days;
}
