import type { Db } from "../../core/db.ts";

export interface AirConditioner {
  /** Of its device; where its controller announces none, that of its metrics. */
  id: string;
  /** By metric: the value and when it was measured, epoch ms. */
  values: Readonly<Record<string, readonly [value: number, atMs: number]>>;
}

/** Its metrics have no numbers: a controller has one, or sums them up. Undefined where none was ever measured. */
export async function findAirConditioner(db: Db, containerId: string): Promise<AirConditioner | undefined> {
  const row = await db
    .selectFrom("containerLatest")
    .select(["liveValues", "devices"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  const values = Object.entries(row?.liveValues ?? {}).filter(([name]) => name.startsWith("ac."));
  if (values.length === 0) return undefined;
  const device = row?.devices?.find(({ type }) => type === "air_conditioner");
  return { id: device?.id ?? "ac", values: Object.fromEntries(values) };
}
