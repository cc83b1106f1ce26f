import type { ChartFunction, ChartSeries, UseIf } from "@offgrid/contract/charts/charts.schema";
import { type RawBuilder, sql } from "kysely";

import type { Actor } from "../../core/actor.ts";
import { type Db, prepared } from "../../core/db.ts";
import { type RollupState, cacheOf, stateColumns } from "../../core/rollups.store.ts";
import { visibleContainers } from "../../core/scope.ts";
import type { Range } from "./chart-range.ts";
import { type GroupValues, noValues } from "./chart-series.ts";

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

type Sql = RawBuilder<unknown>;

const classes: Record<UseIf, (value: Sql) => Sql> = {
  all: (value) => sql`${value} is not null`,
  all_except_0: (value) => sql`${value} <> 0`,
  positive: (value) => sql`${value} > 0`,
  positive_and_0: (value) => sql`${value} >= 0`,
  negative: (value) => sql`${value} < 0`,
  negative_and_0: (value) => sql`${value} <= 0`,
};

const folds: Record<ChartFunction, (value: Sql, only: Sql) => Sql> = {
  average: (value, only) => sql`avg(${value}) filter (where ${only})`,
  hourly_average_sum: (value, only) => sql`avg(${value}) filter (where ${only})`,
  min: (value, only) => sql`min(${value}) filter (where ${only})`,
  max: (value, only) => sql`max(${value}) filter (where ${only})`,
  sum: (value, only) => sql`sum(${value}) filter (where ${only})`,
  count: (value, only) => sql`nullif(count(${value}) filter (where ${only}), 0)`,
  first: (value, only) => sql`(array_agg(${value} order by at) filter (where ${only}))[1]`,
  last: (value, only) => sql`(array_agg(${value} order by at desc) filter (where ${only}))[1]`,
};

/**
 * Folds the readings of several series of one container into groups, in one pass.
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
  const groups = wanted.map(() => noValues(edges.length - 1));
  const columns = wanted.flatMap(({ metric, func, useIf }, index) => {
    const slot = slots.get(metric);
    if (slot === undefined) return [];
    const value = sql`v[${sql.lit(slot)}]`;
    return [sql`${folds[func](value, classes[useIf](value))} as ${sql.ref(`s${index}`)}`];
  });
  if (columns.length === 0) return groups;
  const { rows } = await sql<Record<string, number | null>>`
    select width_bucket(date_part('epoch', at) * 1000, ${[...edges]}::float8[]) - 1 as place, ${sql.join(columns)}
    from frame
    where ${inRange(id, range)}
    group by 1`.execute(db);
  for (const row of rows) {
    for (const [index, group] of groups.entries()) {
      const value = row[`s${index}`];
      if (value !== null && value !== undefined) group[row["place"] as number] = value;
    }
  }
  return groups;
}

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
  const slots = new Map(
    metrics.flatMap((metric) => {
      const slot = container.slots.get(metric);
      return slot === undefined ? [] : [[metric, slot] as const];
    }),
  );
  const around = { fromMs: range.fromMs - marginMs, toMs: range.toMs + marginMs };
  const measured = new Map<string, number>();
  for (const alike of await measuredTogether(db, container.id, slots, around)) {
    const { rows } = await sql<{ ms: number | null }>`
      select sum(greatest(0, least(ms, ${range.toMs}::float8) - greatest(ms - step, ${range.fromMs}::float8)))
        filter (where step <= 3 * greatest(${container.everyS * 1000}::float8, before, after)) as ms
      from (
        select ms, ms - m1 as step, least(m1 - m2, m2 - m3, m3 - m4) as before, least(n1 - ms, n2 - n1, n3 - n2) as after
        from (
          select ms, lag(ms, 1) over w as m1, lag(ms, 2) over w as m2, lag(ms, 3) over w as m3, lag(ms, 4) over w as m4,
            lead(ms, 1) over w as n1, lead(ms, 2) over w as n2, lead(ms, 3) over w as n3
          from (
            select date_part('epoch', at) * 1000 as ms from frame
            where ${inRange(container.id, around)} and v[${sql.lit(slots.get(alike[0] as string) as number)}] is not null
          ) as instants window w as (order by ms)
        ) as neighbours
      ) as judged`.execute(db);
    for (const metric of alike) measured.set(metric, rows[0]?.ms ?? 0);
  }
  return measured;
}

/** Metrics in groups that have a reading at exactly the same instants, which mostly are all of them. */
async function measuredTogether(
  db: Db,
  containerId: string,
  slots: ReadonlyMap<string, number>,
  range: Range,
): Promise<string[][]> {
  const metrics = [...slots.keys()];
  if (metrics.length < 2) return metrics.map((metric) => [metric]);
  const flags = metrics.map((metric) => sql`(v[${sql.lit(slots.get(metric) as number)}] is not null)::int::text`);
  const { rows } = await sql<{ pattern: string }>`
    select distinct ${sql.join(flags, sql` || `)} as pattern from frame where ${inRange(containerId, range)}`.execute(
    db,
  );
  const groups = new Map<string, string[]>();
  for (const [index, metric] of metrics.entries()) {
    const presence = rows.map(({ pattern }) => pattern[index]).join("");
    groups.set(presence, [...(groups.get(presence) ?? []), metric]);
  }
  return [...groups.values()];
}

function inRange(containerId: string, { fromMs, toMs }: Range): Sql {
  return sql`container_id = ${containerId}
    and at >= to_timestamp(${fromMs}::float8 / 1000) and at < to_timestamp(${toMs}::float8 / 1000)`;
}
