import type { Viewer } from "./actor.ts";
import type { Db } from "./db.ts";

/**
 * The ids of the containers that the actor may see, as a subquery: the one place that answers "which rows?".
 * Use as `.where("containerId", "in", visibleContainers(db, actor))`.
 */
export function visibleContainers(db: Db, actor: Viewer) {
  const all = db.selectFrom("container").select("container.id");
  if (actor.containers === "all") return all;
  return all
    .innerJoin("containerUser", "containerUser.containerId", "container.id")
    .where("containerUser.userId", "=", actor.userId);
}
