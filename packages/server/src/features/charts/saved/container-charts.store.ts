import type { Db } from "../../../core/db.ts";

/** Names of the metrics that a container has ever sent. */
export async function listMetrics(db: Db, containerId: string): Promise<Set<string>> {
  const rows = await db.selectFrom("containerMetric").select("name").where("containerId", "=", containerId).execute();
  return new Set(rows.map(({ name }) => name));
}
