import type { TimeRange } from "../ui/period-range.ts";
import type { ChartSpan, ChartWarning } from "./chart-series.ts";
import { indexAt } from "./trace.ts";

/** Warnings that are so close together that they share a mark. */
export interface WarningGroup {
  /** Time of the first. */
  atMs: number;
  level: ChartWarning["level"];
  warnings: ChartWarning[];
}

const severity: readonly ChartWarning["level"][] = ["info", "warning", "critical"];

/**
 * The marks of the visible warnings, in the order of time. A warning closer than `leastPx` to the previous one shares
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
    if (warning.atMs < fromMs || warning.atMs > toMs) continue;
    const before = groups.at(-1);
    if (!before || warning.atMs - before.atMs >= leastMs) {
      groups.push({ atMs: warning.atMs, level: warning.level, warnings: [warning] });
      continue;
    }
    before.warnings.push(warning);
    if (severity.indexOf(warning.level) > severity.indexOf(before.level)) before.level = warning.level;
  }
  return groups;
}

/** The notes beside a row of the table. */
export interface RowNotes {
  warnings: ChartWarning[];
  works: ChartSpan[];
}

/**
 * Notes of each row: a row covers the time up to the next row, the last one up to `endMs`. A warning is noted once;
 * works are noted beside every row that they overlap.
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
    if (warning.atMs < endMs) notes[indexAt(rowsAtMs, warning.atMs)]?.warnings.push(warning);
  }
  return notes;
}
