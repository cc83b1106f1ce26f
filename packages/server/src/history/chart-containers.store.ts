import { type Expression, type RawBuilder, sql } from "kysely";

import { compiledOnce, type Db, prepared } from "../core/db.ts";
import { type RollupState, cacheOf, stateColumns } from "./rollups/rollups.store.ts";

/** What a query about the past needs to know about a container. */
export interface ChartContainer extends RollupState {
  zoneName: string;
  /** Seconds between two frames, as its controller declares. */
  everyS: number;
  /** Slots of the metrics asked for; a metric that it never sent has none. */
  slots: ReadonlyMap<string, number>;
}

type Row = Omit<ChartContainer, "slots"> & { slots: Record<string, number> | null };

/**
 * Reads, in one statement, what a chart of some metrics needs to know about its containers, and passes the revisions on
 * to the cache of their summaries.
 * @param among A subquery of the ids to choose from.
 * @param ids Only these of them; left out: all.
 */
export async function readContainers(
  db: Db,
  among: Expression<unknown>,
  ids: readonly string[] | undefined,
  metrics: readonly string[],
): Promise<ChartContainer[]> {
  if (ids?.length === 0) return [];
  const cache = cacheOf(db);
  const [only] = ids?.length === 1 ? ids : [];
  const known = new Map(
    (ids ?? cache.containerIds()).flatMap((id) => {
      const revision = cache.known(id);
      return revision === undefined ? [] : [[id, revision] as const];
    }),
  );
  const named = ids ? sql`and container.id = any(${[...ids]}::text[])` : sql``;
  const { rows } = await (
    only === undefined
      ? manyContainers(sql`container.id in ${among} ${named}`, known, metrics)
      : oneContainer(sql`container.id in ${among} and container.id = ${only}`, known.get(only) ?? never, [...metrics])
  ).execute(db);
  return rows.map((row) => learned(db, row, known.get(row.id)));
}

/**
 * The same of one container, for calls that are made often: the text of its statement is compiled once.
 * @param among A subquery of the ids to choose from by whoever asks, with that as its only parameter.
 * @returns a function that reads it; what that returns is undefined where the container is not among them.
 */
export function oneContainerReader(among: (db: Db, userId: string) => Expression<unknown>) {
  const read = compiledOnce((db, metrics: string[], since: number, userId: string, id: string) => ({
    compile: () =>
      oneContainer(sql`container.id in ${among(db, userId)} and container.id = ${id}`, since, metrics).compile(db),
  }));
  return async (
    db: Db,
    userId: string,
    id: string,
    metrics: readonly string[],
  ): Promise<ChartContainer | undefined> => {
    const since = cacheOf(db).known(id);
    const [row] = await read(db, [...metrics], since ?? never, userId, id);
    return row && learned(db, row, since);
  };
}

function learned(db: Db, row: Row, since: number | undefined): ChartContainer {
  cacheOf(db).learn(row.id, since, row);
  return { ...row, slots: new Map(Object.entries(row.slots ?? {})) };
}

/** No change matters for a container of which nothing is cached. */
const never = Number.MAX_SAFE_INTEGER;

function oneContainer(where: RawBuilder<unknown>, since: number, metrics: string[]) {
  return sql<Row>`select ${prepared}
      container.id, container.zone_name, coalesce(container_latest.every_s, 60) as every_s,
      (select json_object_agg(name, slot) from container_metric
        where container_metric.container_id = container.id and name = any(${metrics}::text[])) as slots,
      ${stateColumns(sql`container.id`, sql`${since}::bigint`)}
    from container left join container_latest on container_latest.container_id = container.id
    where ${where}`;
}

/**
 * As `oneContainer`, but reads table by table instead of container by container. Only the changes, which have a row for
 * every day of the past, are looked up one by one for the few containers that have any.
 */
function manyContainers(where: RawBuilder<unknown>, known: ReadonlyMap<string, number>, metrics: readonly string[]) {
  return sql<Row>`
    with asked as materialized (
      select container.id, container.zone_name, coalesce(container_latest.every_s, 60) as every_s
      from container left join container_latest on container_latest.container_id = container.id
      where ${where}
    ), slots as materialized (
      select container_id, json_object_agg(name, slot) as slots from container_metric
      where name = any(${[...metrics]}::text[]) group by container_id
    ), changed as materialized (
      select container_id, json_agg(json_build_array(day, revision)) as days
      from (
        select id, since from rollup_revision
        join unnest(${[...known.keys()]}::text[], ${[...known.values()]}::bigint[]) as kept (id, since)
          on container_id = id and revision > since
      ) as moved
      cross join lateral (
        select container_id, day, revision from rollup_change
        where rollup_change.container_id = id and revision > since offset 0
      ) as change
      group by container_id
    ), dirty as materialized (
      select container_id, json_agg(json_build_array(day, quarters, mark)) as days from rollup_dirty
      where position(B'1' in quarters) > 0 group by container_id
    )
    select asked.*, slots.slots, coalesce(rollup_revision.revision, 0) as revision,
      coalesce(changed.days, '[]') as changed, coalesce(dirty.days, '[]') as dirty
    from asked
    left join slots on slots.container_id = id
    left join rollup_revision on rollup_revision.container_id = id
    left join changed on changed.container_id = id
    left join dirty on dirty.container_id = id
    order by id`;
}
