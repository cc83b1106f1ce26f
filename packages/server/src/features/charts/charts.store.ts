import type { ChartSeries } from "@offgrid/contract/charts/charts.schema";
import { sql } from "kysely";

import type { Actor } from "../../core/actor.ts";
import { type Db, prepared } from "../../core/db.ts";
import { measuredMsOf } from "../../core/energy.ts";
import { type RollupState, cacheOf, stateColumns } from "../../core/rollups.store.ts";
import { readSamples } from "../../core/samples.store.ts";
import { visibleContainers } from "../../core/scope.ts";
import type { Range } from "./chart-range.ts";
import { type GroupValues, noValues } from "./chart-series.ts";
import { foldRollups } from "./rollup-fold.ts";

/** A container as a question about its past meets it. */
export interface ChartContainer extends RollupState {
  zoneName: string;
  /** Seconds between two frames as its controller declares it. */
  everyS: number;
  /** Of the metrics that were named; one that it never sent has none. */
  slots: ReadonlyMap<string, number>;
}

/**
 * The containers that the actor sees, of these or of all, with what a chart of some metrics has to know of them, in one
 * statement. What is kept of their summaries learns from it.
 */
export async function meet(
  db: Db,
  actor: Actor,
  ids: readonly string[] | undefined,
  metrics: readonly string[],
): Promise<ChartContainer[]> {
  if (ids?.length === 0) return [];
  const cache = cacheOf(db);
  const known = new Map(
    (ids ?? cache.containerIds()).flatMap((id) => {
      const revision = cache.known(id);
      return revision === undefined ? [] : [[id, revision] as const];
    }),
  );
  // Of what is not kept, no change matters.
  const since = sql`coalesce((select revision from unnest(${[...known.keys()]}::text[], ${[...known.values()]}::bigint[])
    as kept (id, revision) where kept.id = container.id), 9223372036854775807)`;
  const { rows } = await sql<
    Omit<ChartContainer, "slots"> & { slots: Record<string, number> | null }
  >`select ${prepared}
      container.id, container.zone_name, coalesce(container_latest.every_s, 60) as every_s,
      (select json_object_agg(name, slot) from container_metric
        where container_metric.container_id = container.id and name = any(${[...metrics]}::text[])) as slots,
      ${stateColumns(sql`container.id`, since)}
    from container left join container_latest on container_latest.container_id = container.id
    where container.id in ${visibleContainers(db, actor)}
      ${ids?.length === 1 ? sql`and container.id = ${ids[0]}` : ids ? sql`and container.id = any(${[...ids]}::text[])` : sql``}
    order by container.id`.execute(db);
  return rows.map((row) => {
    cache.learn(row.id, known.get(row.id), row);
    return { ...row, slots: new Map(Object.entries(row.slots ?? {})) };
  });
}

/** Those of these containers that the actor sees. */
export async function listVisible(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<Pick<ChartContainer, "id" | "zoneName">[]> {
  return db
    .selectFrom("container")
    .select(["container.id", "container.zoneName"])
    .where("container.id", "in", visibleContainers(db, actor))
    .where("container.id", "in", [...ids])
    .orderBy("container.id")
    .execute();
}

export type WantedSeries = Pick<ChartSeries, "metric" | "func" | "useIf">;

/**
 * Folds the readings of several series of one container into groups.
 * @param edges n + 1 edges of n groups, epoch ms.
 * @returns per series in order a value per group; `hourly_average_sum` gives averages, for the caller to sum.
 */
export async function foldGroups(
  db: Db,
  { id, slots }: Pick<ChartContainer, "id" | "slots">,
  wanted: readonly WantedSeries[],
  range: Range,
  edges: readonly number[],
): Promise<GroupValues[]> {
  const metrics = [...new Set(wanted.map(({ metric }) => metric))].filter((metric) => slots.has(metric));
  if (metrics.length === 0) return wanted.map(() => noValues(edges.length - 1));
  const { atMs, columns } = await readSamples(db, id, metrics, range, { known: slots });
  const instants = atMs.map((at, index) => ({ atMs: at, values: columns.map((column) => column[index] ?? null) }));
  const readings = { ...noRollups, slots: metrics.map((metric) => slots.get(metric) as number), instants };
  return wanted.map((series) => {
    const slot = slots.get(series.metric);
    return slot === undefined ? noValues(edges.length - 1) : foldRollups(readings, slot, series, range, edges);
  });
}

/** Of a history that is known by its readings alone. */
const noRollups = {
  fromDay: 0,
  days: new Map<number, never[]>(),
  loose: new Set<number>(),
  isLooseWithin: () => false,
};

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
  const { atMs, columns } = await readSamples(db, container.id, metrics, around, { known: container.slots });
  return new Map(
    metrics.map((metric, index) => [
      metric,
      measuredMsOf({ atMs, values: columns[index] ?? [] }, range, container.everyS * 1000),
    ]),
  );
}
