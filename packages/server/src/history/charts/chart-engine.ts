import type { ChartAnswer, ChartQuestion } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../../core/db.ts";
import { chartFromFrames } from "./chart-from-frames.ts";
import { chartFromRollups } from "./chart-from-rollups.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { inTime } from "../in-time.ts";
import type { Asked, Columns, PlannedSeries } from "./chart-plan.ts";
import { type Range, boundedGroups, hourEdges, isZoneGroup, rangeOf } from "../chart-range.ts";
import { rawChart } from "./chart-raw.ts";

/**
 * Answers a chart: single readings as they are; groups from summaries where there are any, else from readings.
 * @param planned Its series, as `planSeries` gives them.
 * @param containers All containers of the series, by id, as the database has just described them.
 * @param isCoverageWanted False: the coverage of the answer is empty.
 * @throws Refusal("bad_input") when it has too many points or takes too long.
 */
export async function drawChart(
  db: Db,
  question: Omit<ChartQuestion, "series">,
  planned: readonly PlannedSeries[],
  containers: ReadonlyMap<string, ChartContainer>,
  nowMs: number,
  isCoverageWanted = true,
): Promise<ChartAnswer> {
  const { groupBy } = question;
  const zone = question.zone ?? containers.get(planned[0]?.containerIds[0] ?? "")?.zoneName ?? "UTC";
  const range = rangeOf(question, nowMs, zone);
  const untilMs = Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
  const asked: Asked = { series: planned, containers, range, untilMs, nowMs, isCoverageWanted };
  if (!isZoneGroup(groupBy)) {
    const { t, columns, coverage } = await inTime(() => rawChart(db, asked, nowMs));
    return { t, series: columns, groupBy, zone, coverage, tier: "frames" };
  }
  const { edges, t } = boundedGroups(range, groupBy, zone);
  const hours = hoursOf(planned, range, edges, zone);
  const fromRollups = (isOnly: boolean) => inTime(() => chartFromRollups(db, asked, edges, hours, isOnly));
  const answer = ({ columns, coverage, clamped }: Columns, tier: "rollups" | "frames"): ChartAnswer => ({
    t,
    series: columns,
    groupBy,
    zone,
    coverage,
    tier,
    ...(clamped && { clamped }),
  });
  const summarised = await fromRollups(false);
  if (summarised) return answer(summarised, "rollups");
  const read = await inTime(() => chartFromFrames(db, asked, edges, hours));
  // Readings may be gone for good while their summaries still exist.
  const isEmpty = read.columns.every((values) => values.every((value) => value === null));
  const kept = isEmpty ? await fromRollups(true) : undefined;
  return kept ? answer(kept, "rollups") : answer(read, "frames");
}

/** Edges of local hours, where a series needs them. */
function hoursOf(
  series: readonly PlannedSeries[],
  range: Range,
  edges: readonly number[],
  zone: string,
): readonly number[] {
  return series.some(({ func }) => func === "hourly_average_sum") ? hourEdges(range, edges, zone) : [];
}
