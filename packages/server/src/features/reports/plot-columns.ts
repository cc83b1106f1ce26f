import type { ReportLine } from "./report-content.ts";

/** A plot is 431 points wide: more columns lie on each other, and take the portal seconds for nothing to be seen. */
export const mostColumns = 600;

/**
 * The columns of a plot as paper can show them. Where there are more, neighbours share one: of a line its highest and its
 * lowest value by turns, of what is filled the one that is furthest from zero, so that what is seen is what all of them
 * would have covered. A column without any value stays a gap. Pure.
 */
export function paperColumns<Line extends Pick<ReportLine, "type" | "values">>(
  t: readonly number[],
  lines: readonly Line[],
): { t: readonly number[]; lines: readonly Line[] } {
  if (t.length <= mostColumns) return { t, lines };
  const edges = Array.from({ length: mostColumns + 1 }, (_, index) => Math.round((index * t.length) / mostColumns));
  const shared = (values: readonly (number | null)[], choose: (column: number) => Choice) =>
    edges.slice(0, -1).map((from, column) => {
      const better = choose(column);
      let best: number | null = null;
      for (let index = from; index < edges[column + 1]!; index++) {
        const value = values[index] ?? null;
        if (value !== null && (best === null || better(value, best))) best = value;
      }
      return best;
    });
  return {
    t: edges.slice(0, -1).map((from) => t[from]!),
    lines: lines.map((line) => ({
      ...line,
      values: shared(
        line.values,
        line.type === "line" ? (column) => (column % 2 === 0 ? isHigher : isLower) : () => isFurther,
      ),
    })),
  };
}

type Choice = (value: number, best: number) => boolean;
const isHigher: Choice = (value, best) => value > best;
const isLower: Choice = (value, best) => value < best;
const isFurther: Choice = (value, best) => Math.abs(value) > Math.abs(best);
