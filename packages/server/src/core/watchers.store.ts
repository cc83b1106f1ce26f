import { containersOf } from "./actor.ts";
import type { Db } from "./db.ts";
import { visibleContainers } from "./scope.ts";

/** Which of these people, all of them when none are named, may see a container now. */
export async function listWatchers(db: Db, containerId: string, userIds?: readonly string[]): Promise<string[]> {
  if (userIds?.length === 0) return [];
  let query = db.selectFrom("appUser").select(["id", "role"]).where("disabled", "=", false);
  if (userIds) query = query.where("id", "in", [...userIds]);
  const people = await query.execute();
  const assigned = await db
    .selectFrom("containerUser")
    .select("userId")
    .where("containerId", "=", containerId)
    .execute();
  const assignedIds = new Set(assigned.map(({ userId }) => userId));
  return people.filter(({ id, role }) => containersOf(role) === "all" || assignedIds.has(id)).map(({ id }) => id);
}

/** May this person see this container now? */
export async function maySee(db: Db, userId: string, containerId: string): Promise<boolean> {
  const person = await db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select(["role.containers", "role.permissions"])
    .where("appUser.id", "=", userId)
    .where("appUser.disabled", "=", false)
    .executeTakeFirst();
  if (!person?.permissions.includes("view")) return false;
  const viewer = { userId, containers: person.containers };
  const found = await visibleContainers(db, viewer).where("container.id", "=", containerId).executeTakeFirst();
  return found !== undefined;
}
