import type { ChartSeries } from "@offgrid/contract/charts/charts.schema";

import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { measuredMsOf } from "../../core/energy.ts";
import type { MetricDay } from "../../core/quarter-hours.ts";
import { readSamples } from "../../core/samples.store.ts";
import { visibleContainers } from "../../core/scope.ts";
import type { Range } from "./chart-range.ts";
import { foldRollups } from "./rollup-fold.ts";

export interface ChartContainer {
  id: string;
  zoneName: string;
  /** Seconds between two frames as its controller declares it. */
  everyS: number;
}

/** The containers that the actor sees, of these or of all. */
export async function listVisible(db: Db, actor: Actor, ids?: readonly string[]): Promise<ChartContainer[]> {
  if (ids?.length === 0) return [];
  let query = db
    .selectFrom("container")
    .leftJoin("containerLatest", "containerLatest.containerId", "container.id")
    .select(["container.id", "container.zoneName", "containerLatest.everyS"])
    .where("container.id", "in", visibleContainers(db, actor));
  if (ids) query = query.where("container.id", "in", [...ids]);
  const rows = await query.orderBy("container.id").execute();
  return rows.map(({ id, zoneName, everyS }) => ({ id, zoneName, everyS: everyS ?? 60 }));
}

export type WantedSeries = Pick<ChartSeries, "metric" | "func" | "useIf">;

/**
 * Folds the readings of several series of one container into groups.
 * @param edges n + 1 edges of n groups, epoch ms.
 * @returns per series in order: group number -> value; `hourly_average_sum` gives averages, for the caller to sum.
 */
export async function foldGroups(
  db: Db,
  containerId: string,
  wanted: readonly WantedSeries[],
  range: Range,
  edges: readonly number[],
): Promise<Map<number, number>[]> {
  const metrics = [...new Set(wanted.map(({ metric }) => metric))];
  if (metrics.length === 0) return [];
  const { atMs, columns } = await readSamples(db, containerId, metrics, range);
  const readings = columns.map((column) =>
    column.flatMap((value, index) => (value === null ? [] : [{ atMs: atMs[index] as number, value }])),
  );
  return wanted.map((series) =>
    foldRollups({ ...noRollups, readings: readings[metrics.indexOf(series.metric)] ?? [] }, series, range, edges),
  );
}

const noRollups = { days: new Map<number, MetricDay>(), loose: new Set<number>() };

/**
 * How long each metric was measured within a range, ms, by the gap rule of core/energy.ts.
 * @param marginMs Readings so far outside count up to the ends of the range.
 */
export async function measuredMs(
  db: Db,
  container: ChartContainer,
  metrics: readonly string[],
  range: Range,
  marginMs: number,
): Promise<Map<string, number>> {
  const around = { fromMs: range.fromMs - marginMs, toMs: range.toMs + marginMs };
  const { atMs, columns } = await readSamples(db, container.id, metrics, around);
  return new Map(
    metrics.map((metric, index) => [
      metric,
      measuredMsOf({ atMs, values: columns[index] ?? [] }, range, container.everyS * 1000),
    ]),
  );
}
