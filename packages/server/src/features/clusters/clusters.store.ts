import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../calls/scope.ts";

export interface StoredCluster {
  id: string;
  name: string;
  createdAt: Date;
  /** Those of its containers that the reader sees, by name. */
  containers: string[];
  /** How many other containers it holds. */
  hidden: number;
}

/**
 * The clusters, without what is retired in them, that hold a container of the actor's or were made by the actor; all clusters for an actor who sees all
 * containers.
 */
export async function listVisible(db: Db, actor: Actor): Promise<StoredCluster[]> {
  const rows = await db.selectFrom("cluster").selectAll().orderBy("name").orderBy("id").execute();
  const members = await db
    .selectFrom("container")
    .select(["id", "clusterId"])
    .select(({ eb }) => eb("container.id", "in", visibleContainers(db, actor)).as("isVisible"))
    .where("clusterId", "is not", null)
    .where("retiredAt", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
  const clusters = new Map(rows.map((row) => [row.id, { ...row, containers: [] as string[], hidden: 0 }]));
  for (const { id, clusterId, isVisible } of members) {
    const cluster = clusters.get(clusterId as string);
    if (isVisible) cluster?.containers.push(id);
    else if (cluster) cluster.hidden++;
  }
  return [...clusters.values()].filter(
    ({ containers, createdBy }) => actor.containers === "all" || containers.length > 0 || createdBy === actor.userId,
  );
}

/**
 * Until the end of the transaction nobody else can change clusters: a name is looked up first and written after that.
 */
export async function lock(db: Db): Promise<void> {
  await sql`lock table cluster in share row exclusive mode`.execute(db);
}

/** @returns its id */
export async function insert(db: Db, name: string, createdBy: string): Promise<string> {
  const id = randomUUID();
  await db.insertInto("cluster").values({ id, name, createdBy }).execute();
  return id;
}

export async function rename(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable("cluster").set({ name }).where("id", "=", id).execute();
}

/** Moves containers into a cluster, out of those that they were in; null: into none. */
export async function move(db: Db, containerIds: readonly string[], clusterId: string | null): Promise<void> {
  if (containerIds.length === 0) return;
  await db.updateTable("container").set({ clusterId }).where("id", "in", containerIds).execute();
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom("cluster").where("id", "=", id).execute();
}

/** @throws Refusal not_found when there is none or the actor does not see it. */
export async function mustFind(db: Db, actor: Actor, id: string): Promise<StoredCluster> {
  const found = (await listVisible(db, actor)).find((cluster) => cluster.id === id);
  if (!found) throw new Refusal("not_found");
  return found;
}
