import type { Db } from "../../core/db.ts";

export interface AirConditioner {
  /** Of its device; where its controller announces none, that of its metrics. */
  id: string;
  /** By metric: the value and when it was measured, epoch ms. Empty where none was ever measured. */
  values: Readonly<Record<string, readonly [value: number, atMs: number]>>;
  /** What its controller announces. */
  capabilities: readonly string[];
}

/** Its metrics have no numbers: a controller has one, or sums them up. Undefined where the controller was never there. */
export async function findAirConditioner(db: Db, containerId: string): Promise<AirConditioner | undefined> {
  const row = await db
    .selectFrom("containerLatest")
    .select(["liveValues", "devices", "capabilities"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const values = Object.entries(row.liveValues ?? {}).filter(([name]) => name.startsWith("ac."));
  const device = row.devices?.find(({ type }) => type === "air_conditioner");
  return { id: device?.id ?? "ac", values: Object.fromEntries(values), capabilities: row.capabilities ?? [] };
}
