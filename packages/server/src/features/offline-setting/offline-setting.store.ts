import type { SilenceTimes } from "@offgrid/contract/offline-setting/offline-bounds";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

export interface StoredTimes extends SilenceTimes {
  /** Counts their changes. */
  timesVersion: number;
}

/** Of a container that the caller may see. */
export async function findTimes(db: Db, containerId: string): Promise<StoredTimes> {
  const row = await db
    .selectFrom("container")
    .select(["offlineAfterS", "justOfflineS", "silenceVersion"])
    .where("id", "=", containerId)
    .executeTakeFirstOrThrow();
  const { offlineAfterS, justOfflineS, silenceVersion } = row;
  return { offlineAfterSeconds: offlineAfterS, justOfflineSeconds: justOfflineS, timesVersion: silenceVersion };
}

/** Until the transaction ends, nobody else changes them. */
export async function lockTimes(tx: Db, containerId: string): Promise<StoredTimes> {
  await sql`select 1 from container where id = ${containerId} for no key update`.execute(tx);
  return findTimes(tx, containerId);
}

/** Of a container that the caller has locked. */
export async function saveTimes(
  db: Db,
  containerId: string,
  { offlineAfterSeconds, justOfflineSeconds }: SilenceTimes,
): Promise<void> {
  await db
    .updateTable("container")
    .set(({ eb }) => ({
      offlineAfterS: offlineAfterSeconds,
      justOfflineS: justOfflineSeconds,
      silenceVersion: eb("silenceVersion", "+", 1),
    }))
    .where("id", "=", containerId)
    .execute();
}
