import { commandLineId } from "@offgrid/contract/core/command-line";
import { Refusal } from "@offgrid/contract/core/refusal";

import { type Viewer, servingContainers, visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { oneContainerReader, readContainers } from "../../history/chart-containers.store.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";

/** Which of these containers the actor sees. */
export async function listVisible(
  db: Db,
  actor: Viewer,
  ids: readonly string[],
): Promise<(Pick<ChartContainer, "id" | "zoneName"> & { name: string })[]> {
  return db
    .selectFrom("container")
    .select(["container.id", "container.zoneName", "container.name"])
    .where("container.id", "in", visibleContainers(db, actor))
    .where("container.id", "in", [...ids])
    .orderBy("container.id")
    .execute();
}

/**
 * Containers by id, with what a chart of some metrics needs to know about them; ids left out: all that the actor sees and
 * that are in service.
 * @throws Refusal("not_found") when the actor does not see one of the named containers.
 */
export async function mustSeeAll(
  db: Db,
  actor: Viewer,
  ids: readonly string[] | undefined,
  metrics: readonly string[],
): Promise<Map<string, ChartContainer>> {
  const wanted = ids && [...new Set(ids)];
  const rows = await readRows(db, actor, wanted, [...new Set(metrics)]);
  if (wanted && rows.length < wanted.length) throw new Refusal("not_found");
  return new Map(rows.map((row) => [row.id, row]));
}

const readOne = oneContainerReader((db, userId) => visibleContainers(db, { userId }));

async function readRows(db: Db, actor: Viewer, ids: readonly string[] | undefined, metrics: readonly string[]) {
  const [only] = ids?.length === 1 ? ids : [];
  // To whoever has the server itself every container is visible, which is another statement.
  if (only === undefined || actor.userId === commandLineId)
    return readContainers(db, amongOf(db, actor, ids), ids, metrics);
  const row = await readOne(db, actor.userId, only, metrics);
  return row ? [row] : [];
}

/**
 * How many containers `mustSeeAll` would read.
 * @throws Refusal("not_found") as it does.
 */
export async function mustSeeCount(db: Db, actor: Viewer, ids: readonly string[] | undefined): Promise<number> {
  const wanted = ids && [...new Set(ids)];
  if (wanted?.length === 0) return 0;
  const { count } = await db
    .selectFrom("container")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("container.id", "in", amongOf(db, actor, wanted))
    .$if(wanted !== undefined, (query) => query.where("container.id", "in", wanted ?? []))
    .executeTakeFirstOrThrow();
  if (wanted && Number(count) < wanted.length) throw new Refusal("not_found");
  return Number(count);
}

/** What is retired is in a picture that names it, and in none of a fleet. */
function amongOf(db: Db, actor: Viewer, ids: readonly string[] | undefined) {
  return ids ? visibleContainers(db, actor) : servingContainers(db, actor);
}
