import type { ChartAnswer, ChartQuestion } from "@offgrid/contract/charts/charts.schema";
import type { ZoneGroup } from "@offgrid/contract/core/zone-time";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { boundedGroups, hourEdges, rangeOf } from "../chart-range.ts";
import { inTime } from "../in-time.ts";
import { chartFromFrames } from "./chart-from-frames.ts";
import { chartFromRollups } from "./chart-from-rollups.ts";
import type { Asked, Columns, FoldedSeries } from "./chart-plan.ts";

type Drawn = Columns & Pick<ChartAnswer, "tier">;

/**
 * Series of which each group is a function of its readings: from summaries where there are any, else from readings.
 * @param edges n + 1 edges of n groups that cover the range.
 * @throws Refusal("bad_input") when it takes too long.
 */
export async function drawGroups(
  db: Db,
  asked: Asked<FoldedSeries>,
  edges: readonly number[],
  zone: string,
): Promise<Drawn> {
  const hours = hoursOf(asked, edges, zone);
  const fromRollups = (isOnly: boolean) => inTime(() => chartFromRollups(db, asked, edges, hours, isOnly));
  const summarised = await fromRollups(false);
  if (summarised) return { ...summarised, tier: "rollups" };
  const read = await inTime(() => chartFromFrames(db, asked, edges, hours));
  // Readings may be gone for good while their summaries still exist.
  const isEmpty = read.columns.every((values) => values.every((value) => value === null));
  const kept = isEmpty ? await fromRollups(true) : undefined;
  return kept ? { ...kept, tier: "rollups" } : { ...read, tier: "frames" };
}

/** Series of one container by groups, without their coverage. */
export async function drawContainer(
  db: Db,
  question: Pick<ChartQuestion, "from" | "to" | "period" | "zone"> & { groupBy: ZoneGroup },
  container: ChartContainer,
  nowMs: number,
  series: readonly Pick<FoldedSeries, "metric" | "func" | "useIf">[],
): Promise<{ t: readonly number[]; series: Columns["columns"] }> {
  const planned = series.map((one) => ({ ...one, multiply: 1, containerIds: [container.id] }));
  const zone = question.zone ?? container.zoneName;
  const range = rangeOf(question, nowMs, zone);
  const untilMs = Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
  const asked = { series: planned, containers: new Map([[container.id, container]]), range, untilMs, nowMs };
  const { edges, t } = boundedGroups(range, question.groupBy, zone);
  const { columns } = await drawGroups(db, { ...asked, isCoverageWanted: false }, edges, zone);
  return { t, series: columns };
}

/** Edges of local hours, where a series needs them. */
function hoursOf({ series, range }: Asked, edges: readonly number[], zone: string): readonly number[] {
  return series.some(({ func }) => func === "hourly_average_sum") ? hourEdges(range, edges, zone) : [];
}
