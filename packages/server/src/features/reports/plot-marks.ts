import type { ReportLine, ReportPlot, ReportWarning } from "./report-content.ts";

/** What is marked on a plot for paper beside its lines: warnings, and readings that came late. Pure. */

export const warningInks: Record<ReportWarning["severity"], string> = {
  info: "#031f8d",
  warning: "#91660c",
  critical: "#940222",
};

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Of two marks nearer to each other one is seen. */
const leastApart = 4;

/** For as long as each warning was open a band, and where it was raised a triangle on the axis; the worst are uppermost. */
export function warningMarks(
  warnings: readonly ReportWarning[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  x: (atMs: number) => number,
  { top, bottom }: Area,
): string[] {
  const rank = { info: 0, warning: 1, critical: 2 };
  const inOrder = warnings.toSorted((one, other) => rank[one.severity] - rank[other.severity]);
  return inOrder.flatMap(({ severity, raisedMs, clearedMs }) => {
    const ink = warningInks[severity];
    const [from, to] = [x(Math.max(fromMs, raisedMs)), x(Math.min(toMs, clearedMs ?? toMs))];
    const band = `<rect x="${from}" y="${top}" width="${Math.max(0.5, to - from)}" height="${bottom - top}" fill="${ink}" fill-opacity="0.1"/>`;
    // One that was open before has its band alone: a mark at the edge would read as its beginning.
    return raisedMs < fromMs ? [band] : [band, triangle(from, bottom, ink)];
  });
}

export const triangle = (x: number, y: number, ink: string) =>
  `<path d="M${x} ${y - 6}L${x + 3.5} ${y}L${x - 3.5} ${y}Z" fill="${ink}"/>`;

export const hollow = (x: number, y: number, ink: string) =>
  `<circle cx="${x}" cy="${y}" r="1.7" fill="#fff" stroke="${ink}" stroke-width="0.8"/>`;

/** Where more of a line came late, marks would set nothing apart, and what is said of the whole says it. */
const mostMarkedShare = 0.8;

/** The points of a line that came late and are marked, by their index; those of bars would read as values. */
export function lateIndexes({ late, type, values, isOver }: ReportLine, t: ReportPlot["t"]): number[] {
  if (!late || isOver || type === "bar" || type === "stack_bar") return [];
  const groupMs = t.length > 1 ? t[1]! - t[0]! : 0;
  const measured = values.flatMap((value, index) => (value === null ? [] : [index]));
  const came = measured.filter((index) => late.some(([from, to]) => from < t[index]! + groupMs && to > t[index]!));
  return came.length <= mostMarkedShare * measured.length ? came : [];
}

/** Of marks that would lie on each other the first. */
export function apart(indexes: readonly number[], x: (index: number) => number): number[] {
  let last = -Infinity;
  return indexes.filter((index) => {
    if (x(index) < last + leastApart) return false;
    last = x(index);
    return true;
  });
}
