import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../calls/scope.ts";

/** How many notifications of a kind the actor has not read, about containers that they may see now. */
export async function countUnread(db: Db, actor: Actor, kind: "event" | "warning"): Promise<number> {
  const { count } = await db
    .selectFrom("notification")
    .innerJoin("event", (join) =>
      // Both have the same instant, which selects the month to search.
      join.onRef("event.id", "=", "notification.eventId").onRef("event.receivedAt", "=", "notification.createdAt"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("notification.userId", "=", actor.userId)
    .where("notification.kind", "=", kind)
    .where("notification.readAt", "is", null)
    .where("event.containerId", "in", visibleContainers(db, actor))
    .executeTakeFirstOrThrow();
  return count;
}
