import type { ChartDefinition, DefinedSeries } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { groupFor } from "@offgrid/contract/charts/chart-rules";
import type { ChartFunction } from "@offgrid/contract/charts/charts.schema";

import { withFiner } from "../../chart/finer.ts";
import type { TimeRange } from "../../ui/period-range.ts";
import { readings } from "../container/use-finer.ts";

/** The part of a drawn chart that is looked at closely, in more detail. Pure. */

const hourMs = 3_600_000;
/** As many as are drawn of a line of a window that is wide. */
const usualPoints = 1_500;

export interface FinerPart {
  groupBy: "raw" | "auto";
  from: number;
  to: number;
}

/** Which part to ask for, by whole hours, so that a small movement asks nothing new; undefined: it has no more detail. */
export function finerPart(
  drawn: Pick<DrawnChart, "from" | "to" | "groupBy">,
  { groupBy: pinned, series, compare }: ChartDefinition,
  view: TimeRange | undefined,
): FinerPart | undefined {
  const isPinned = pinned !== "auto" && pinned !== "raw";
  if (!view || isPinned || drawn.groupBy === "raw" || !series.every(isLevel)) return undefined;
  const from = Math.max(drawn.from, Math.floor(view.fromMs / hourMs) * hourMs);
  const to = Math.min(drawn.to, Math.ceil(view.toMs / hourMs) * hourMs);
  if (from >= to) return undefined;
  // Single readings cannot be laid over those of another time.
  const isNear = view.toMs - view.fromMs <= readings.upToMs && compare.kind === "none";
  const groupBy = isNear ? "raw" : "auto";
  return groupFor({ groupBy, series }, to - from, usualPoints) === drawn.groupBy ? undefined : { groupBy, from, to };
}

/** What is of a whole time: a single reading is none. */
export const amounts: ReadonlySet<ChartFunction> = new Set(["sum", "count", "energy", "hourly_average_sum"]);

/** Whether its values are the same quantity whatever the groups are, and each is a point. */
function isLevel(one: DefinedSeries): boolean {
  const isPoint = one.type === "line" || one.type === "area";
  if (one.kind === "formula") return isPoint;
  return isPoint && !amounts.has(one.func);
}

/** A drawn chart of which a part may have been asked for by itself. */
export type NearDrawing = DrawnChart & {
  /** What is said of its lines, such as how much was measured, is said of that part. */
  isPart?: true;
};

/** A drawn chart with this part of it in more detail; undefined where the part has other lines, and would leave gaps. */
export function withPart(drawn: DrawnChart, finer: DrawnChart, part: FinerPart): NearDrawing | undefined {
  const found = drawn.lines.map(({ id }) => finer.lines.find((line) => line.id === id));
  if (found.some((line) => !line)) return undefined;
  const none = (t: readonly number[]) => t.map(() => null);
  const columns = ({ t }: DrawnChart, lines: readonly (DrawnChart["lines"][number] | undefined)[]) =>
    lines.flatMap((line) => [line?.values ?? none(t), line?.ghost ?? none(t)]);
  const { t, series } = withFiner(
    { t: drawn.t, series: columns(drawn, drawn.lines) },
    { t: finer.t, series: columns(finer, found) },
    { fromMs: part.from, toMs: part.to },
  );
  const lines = drawn.lines.map((line, index) => ({
    ...line,
    coverage: found[index]?.coverage ?? line.coverage,
    clamped: found[index]?.clamped,
    values: series[2 * index] ?? [],
    ghost: line.ghost && (series[2 * index + 1] ?? null),
  }));
  return { ...drawn, t, lines, groupBy: finer.groupBy, isPart: true };
}
