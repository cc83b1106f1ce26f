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
 * The marks of the warnings that begin in what is looked at, in the order of time; one that was open before has its band
 * alone, since a mark at the edge reads as its beginning. A warning closer than `leastPx` to the previous one shares its
 * mark, which then has the worst of their levels.
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
    const { atMs } = warning;
    if (atMs < fromMs || atMs > toMs) continue;
    const before = groups.at(-1);
    if (!before || atMs - before.atMs >= leastMs) {
      groups.push({ atMs, level: warning.level, warnings: [warning] });
      continue;
    }
    before.warnings.push(warning);
    before.level = worse(before.level, warning.level);
  }
  return groups;
}

/** A sheet with a folded corner, in the box of the marks on the time axis, 16 by 14: nothing is wrong where somebody wrote something. */
export const notePath = "M3 0h7l4 4v10H3z";

/** Whether a mark stands for notes alone. */
export function isOfNotes({ warnings }: WarningGroup): boolean {
  return warnings.every(({ isNote }) => isNote);
}

/** Whether notes are marked in what is looked at. */
export function hasNotesIn({ fromMs, toMs }: TimeRange, warnings: readonly ChartWarning[]): boolean {
  return warnings.some(({ isNote, atMs }) => isNote && atMs >= fromMs && atMs <= toMs);
}

function worse(one: ChartWarning["level"], other: ChartWarning["level"]): ChartWarning["level"] {
  return severity.indexOf(one) < severity.indexOf(other) ? other : one;
}

/** The part of the width that a warning lasted, both as shares of it; undefined: none that is looked at. */
export function warningBand({ atMs, toMs }: ChartWarning, view: TimeRange): { from: number; to: number } | undefined {
  if (toMs === undefined || toMs <= view.fromMs || atMs >= view.toMs) return undefined;
  const shareOf = (instant: number) => (instant - view.fromMs) / (view.toMs - view.fromMs);
  return { from: Math.max(0, shareOf(atMs)), to: Math.min(1, shareOf(toMs)) };
}

/** The worst level of the warnings that have a band; undefined: there is no band. */
export function bandLevel(warnings: readonly ChartWarning[], view: TimeRange): ChartWarning["level"] | undefined {
  return warnings
    .filter((warning) => warningBand(warning, view))
    .map(({ level }) => level)
    .reduce<ChartWarning["level"] | undefined>((worst, level) => (worst ? worse(worst, level) : level), undefined);
}

/** Those whose band a time is in, the oldest first. */
export function warningsOpenAt(warnings: readonly ChartWarning[], atMs: number): ChartWarning[] {
  return warnings
    .filter((warning) => warning.toMs !== undefined && warning.atMs <= atMs && atMs < warning.toMs)
    .toSorted((one, other) => one.atMs - other.atMs);
}

/** The notes beside a row of the table. */
export interface RowNotes {
  warnings: (ChartWarning & { isEarlier: boolean })[];
  works: ChartSpan[];
}

/**
 * Notes of each row: a row covers the time up to the next row, the last one up to `endMs`. A warning is noted once,
 * where it was open before in the first row, as an earlier one; works are noted beside every row that they overlap.
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
    if (atMs < endMs) notes[indexAt(rowsAtMs, atMs)]?.warnings.push({ ...warning, isEarlier: atMs > warning.atMs });
  }
  return notes;
}
