import type { Db } from "../../core/db.ts";

/** Charge at which the loads of a container were last cut, percent; null: never seen. */
export async function findCutSoc(db: Db, containerId: string): Promise<number | null> {
  const row = await db
    .selectFrom("containerLatest")
    .select("cutSoc")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return row?.cutSoc ?? null;
}
