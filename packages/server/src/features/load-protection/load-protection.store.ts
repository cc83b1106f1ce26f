import { isOn, offValues } from "@offgrid/contract/commands/arbitrate";
import type { ProtectedCut } from "@offgrid/contract/load-protection/load-protection.calls";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { Range } from "../../history/tiers/samples.store.ts";
import { type Equipment, listReasons } from "../commands/outputs.store.ts";

/** The loads that protection keeps without power, from the last word of the controller about each; first cut first. */
export async function listCuts(db: Db, { outputs }: Equipment, containerId: string): Promise<ProtectedCut[]> {
  const reasons = await listReasons(
    db,
    containerId,
    outputs.map(({ target }) => target),
  );
  const cuts = outputs.flatMap(({ target, value, valueAt }) => {
    const why = reasons.get(target);
    if (why?.reason !== "protection" || isOn(why.value)) return [];
    const isNewer = valueAt !== null && valueAt.getTime() >= Date.parse(why.at);
    // The equipment says that it has power again: the event about it may still be on its way.
    if (isNewer && value !== null && isOn(value)) return [];
    return [
      { target, since: why.at, low: why.low, readOffAt: isNewer && value !== null ? valueAt.toISOString() : null },
    ];
  });
  return cuts.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));
}

/** Since when nothing more is cut; null: cutting goes on, or nothing is cut. */
export async function findStopped(db: Db, containerId: string, cuts: readonly ProtectedCut[]): Promise<Date | null> {
  const [first] = cuts;
  if (!first) return null;
  const { rows } = await sql<{ at: Date }>`select at from event
    where container_id = ${containerId} and code = 'protection.stopped' and at >= ${new Date(first.since)}
    order by at desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** A last known value: its number and when it was measured, epoch ms. */
type LiveValue = readonly [value: number, atMs: number];

export interface Battery {
  charge: LiveValue | undefined;
  voltage: LiveValue | undefined;
}

/** The last known charge, percent, and voltage, V. */
export async function findBattery(db: Db, containerId: string): Promise<Battery> {
  const row = await db
    .selectFrom("containerLatest")
    .select("liveValues")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return { charge: row?.liveValues?.["battery.soc"], voltage: row?.liveValues?.["battery.voltage"] };
}

/** How often load protection cut a load within a range. */
export async function countCuts(db: Db, containerId: string, { fromMs, toMs }: Range): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from event
    where container_id = ${containerId} and code = 'output.changed' and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}
      and data ->> 'reason' = 'protection' and data ->> 'value' = any(${offValues.map(String)}::text[])`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** What the battery holds, Wh, as the last forecast took it; undefined: not known. */
export async function findCapacityWh(db: Db, containerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("containerForecast")
    .select("detail")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return row?.detail.capacity?.value;
}
