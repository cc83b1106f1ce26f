import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Viewer } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../core/scope.ts";
import type { Tables } from "../../core/tables.ts";

export type StoredSetting = Omit<Tables["forecastSetting"], "containerId">;

/** What a forecast has to know of a container. */
export interface ForecastSite {
  id: string;
  latitude: number | null;
  longitude: number | null;
  zoneName: string;
  soc: number | null;
  /** Of the newest live values. */
  at: Date | null;
  everyS: number | null;
  liveValues: Record<string, [value: number, atMs: number]> | null;
}

const columns = [
  "container.id",
  "container.latitude",
  "container.longitude",
  "container.zoneName",
  "containerLatest.soc",
  "containerLatest.at",
  "containerLatest.everyS",
  "containerLatest.liveValues",
] as const;

const sites = (db: Db) =>
  db
    .selectFrom("container")
    .leftJoin("containerLatest", "containerLatest.containerId", "container.id")
    .select(columns);

/** @throws Refusal not_found when there is none or the actor does not see it. */
export async function mustFindSite(db: Db, actor: Viewer, id: string): Promise<ForecastSite> {
  const row = await sites(db)
    .where("container.id", "=", id)
    .where("container.id", "in", visibleContainers(db, actor))
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

export async function findSetting(db: Db, containerId: string): Promise<StoredSetting | undefined> {
  return db
    .selectFrom("forecastSetting")
    .select(["provider", "resourceId", "capacity", "tilt", "azimuth", "loss", "reserveSoc"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
}

export async function saveSetting(db: Db, containerId: string, setting: StoredSetting): Promise<void> {
  await db
    .insertInto("forecastSetting")
    .values({ containerId, ...setting })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet(setting))
    .execute();
}

/** Containers with a state of charge whose forecast was made before an instant, or never; those without one first. */
export async function listDue(db: Db, beforeMs: number, limit: number): Promise<ForecastSite[]> {
  return sites(db)
    .leftJoin("containerForecast", "containerForecast.containerId", "container.id")
    .where("containerLatest.soc", "is not", null)
    .where((where) =>
      where.or([
        where("containerForecast.computedAt", "is", null),
        where("containerForecast.computedAt", "<", new Date(beforeMs)),
      ]),
    )
    .orderBy("containerForecast.computedAt", (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

/** The forecast that was computed last, where that was not before an instant. */
export async function findForecast(
  db: Db,
  containerId: string,
  sinceMs: number,
): Promise<BlackoutForecast | undefined> {
  const row = await db
    .selectFrom("containerForecast")
    .select("detail")
    .where("containerId", "=", containerId)
    .where("computedAt", ">=", new Date(sinceMs))
    .executeTakeFirst();
  return row?.detail;
}

/** Has it made anew before anybody sees it again, and at the next round. */
export async function markOld(db: Db, containerId: string): Promise<void> {
  await db
    .updateTable("containerForecast")
    .set({ computedAt: new Date(0) })
    .where("containerId", "=", containerId)
    .execute();
}

/** Keeps a forecast in the place of the one before, and one every six hours for comparison. */
export async function saveForecast(db: Db, containerId: string, forecast: BlackoutForecast): Promise<void> {
  const madeAt = new Date(forecast.at);
  const row = {
    computedAt: madeAt,
    state: forecast.state,
    likelyAt: forecast.likely === null ? null : new Date(forecast.likely),
    detail: JSON.stringify(forecast),
  };
  await db
    .insertInto("containerForecast")
    .values({ containerId, ...row })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet(row))
    .execute();
  if (forecast.soc50.length === 0) return;
  const newest = await db
    .selectFrom("forecastPast")
    .select(({ fn }) => fn.max("madeAt").as("madeAt"))
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  if (newest?.madeAt && madeAt.getTime() - newest.madeAt.getTime() < pastEveryMs) return;
  await db.insertInto("forecastPast").values({ containerId, madeAt, soc: forecast.soc50 }).execute();
  await db
    .deleteFrom("forecastPast")
    .where("containerId", "=", containerId)
    .where("madeAt", "<", new Date(madeAt.getTime() - pastKeptMs))
    .execute();
}

const pastEveryMs = 6 * 3_600_000;
const pastKeptMs = 3 * 24 * 3_600_000;

/** What was expected at the ends of the hours after `madeAtMs`, percent. */
export interface PastForecast {
  madeAtMs: number;
  soc: number[];
}

/** The youngest of those that were made a day ago or earlier. */
export async function findPast(db: Db, containerId: string, nowMs: number): Promise<PastForecast | undefined> {
  const row = await db
    .selectFrom("forecastPast")
    .select(["madeAt", "soc"])
    .where("containerId", "=", containerId)
    .where("madeAt", "<=", new Date(nowMs - 24 * 3_600_000))
    .orderBy("madeAt", "desc")
    .executeTakeFirst();
  return row && { madeAtMs: row.madeAt.getTime(), soc: row.soc };
}
