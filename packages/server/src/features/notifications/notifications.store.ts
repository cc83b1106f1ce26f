import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../core/scope.ts";

/** How many messages of a kind the actor has not read, about containers that they may see now. */
export async function countUnread(db: Db, actor: Actor, kind: "event" | "warning"): Promise<number> {
  const { count } = await db
    .selectFrom("notification")
    .innerJoin("event", "event.id", "notification.eventId")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("notification.userId", "=", actor.userId)
    .where("notification.kind", "=", kind)
    .where("notification.readAt", "is", null)
    .where("event.containerId", "in", visibleContainers(db, actor))
    .executeTakeFirstOrThrow();
  return count;
}
