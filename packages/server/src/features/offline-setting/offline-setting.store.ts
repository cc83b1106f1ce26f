import type { SilenceTimes } from "@offgrid/contract/offline-setting/offline-bounds";

import type { Db } from "../../core/db.ts";

/** Of a container that the caller may see. */
export async function findTimes(db: Db, containerId: string): Promise<SilenceTimes> {
  const row = await db
    .selectFrom("container")
    .select(["offlineAfterS", "justOfflineS"])
    .where("id", "=", containerId)
    .executeTakeFirstOrThrow();
  return { offlineAfterSeconds: row.offlineAfterS, justOfflineSeconds: row.justOfflineS };
}

export async function saveTimes(
  db: Db,
  containerId: string,
  { offlineAfterSeconds, justOfflineSeconds }: SilenceTimes,
): Promise<void> {
  await db
    .updateTable("container")
    .set({ offlineAfterS: offlineAfterSeconds, justOfflineS: justOfflineSeconds })
    .where("id", "=", containerId)
    .execute();
}
