import type { TimeRange } from "../ui/period-range.ts";
import type { ChartSpan, ChartWarning } from "./chart-series.ts";
import { indexAt } from "./trace.ts";

/** Warnings that are so close together that they share a mark. */
export interface WarningGroup {
  /** Time of the first, or the beginning of what is looked at where it was open before. */
  atMs: number;
  level: ChartWarning["level"];
  warnings: ChartWarning[];
}

const severity: readonly ChartWarning["level"][] = ["info", "warning", "critical"];

/**
 * The marks of the visible warnings, in the order of time; one that was open before has its mark at the beginning. A warning closer than `leastPx` to the previous one shares
 * its mark, which then has the worst of their levels.
 */
export function warningGroups(
  warnings: readonly ChartWarning[],
  { fromMs, toMs }: TimeRange,
  widthPx: number,
  leastPx: number,
): WarningGroup[] {
  const leastMs = widthPx > 0 ? ((toMs - fromMs) / widthPx) * leastPx : 0;
  const groups: WarningGroup[] = [];
  for (const warning of warnings.toSorted((one, other) => one.atMs - other.atMs)) {
    if ((warning.toMs ?? warning.atMs) < fromMs || warning.atMs > toMs) continue;
    const atMs = Math.max(warning.atMs, fromMs);
    const before = groups.at(-1);
    if (!before || atMs - before.atMs >= leastMs) {
      groups.push({ atMs, level: warning.level, warnings: [warning] });
      continue;
    }
    before.warnings.push(warning);
    if (severity.indexOf(warning.level) > severity.indexOf(before.level)) before.level = warning.level;
  }
  return groups;
}

/** The part of the width that a warning lasted, both as shares of it; undefined: none that is looked at. */
export function warningBand({ atMs, toMs }: ChartWarning, view: TimeRange): { from: number; to: number } | undefined {
  if (toMs === undefined || toMs <= view.fromMs || atMs >= view.toMs) return undefined;
  const shareOf = (instant: number) => (instant - view.fromMs) / (view.toMs - view.fromMs);
  return { from: Math.max(0, shareOf(atMs)), to: Math.min(1, shareOf(toMs)) };
}

/** The notes beside a row of the table. */
export interface RowNotes {
  warnings: ChartWarning[];
  works: ChartSpan[];
}

/**
 * Notes of each row: a row covers the time up to the next row, the last one up to `endMs`. A warning is noted once,
 * where it was open before in the first row; works are noted beside every row that they overlap.
 */
export function rowNotes(
  rowsAtMs: readonly number[],
  endMs: number,
  warnings: readonly ChartWarning[],
  works: readonly ChartSpan[],
): RowNotes[] {
  const notes = rowsAtMs.map((atMs, index): RowNotes => {
    const untilMs = rowsAtMs[index + 1] ?? endMs;
    return { warnings: [], works: works.filter((span) => span.fromMs < untilMs && span.toMs > atMs) };
  });
  for (const warning of warnings) {
    const [firstMs = endMs] = rowsAtMs;
    const atMs = (warning.toMs ?? warning.atMs) > firstMs ? Math.max(firstMs, warning.atMs) : warning.atMs;
    if (atMs < endMs) notes[indexAt(rowsAtMs, atMs)]?.warnings.push(warning);
  }
  return notes;
}
