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

/** The forecast that was computed last. */
export async function findForecast(db: Db, containerId: string): Promise<BlackoutForecast | undefined> {
  const row = await db
    .selectFrom("containerForecast")
    .select("detail")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return row?.detail;
}

export async function saveForecast(db: Db, containerId: string, forecast: BlackoutForecast): Promise<void> {
  const row = {
    computedAt: new Date(forecast.at),
    state: forecast.state,
    likelyAt: forecast.likely === null ? null : new Date(forecast.likely),
    detail: JSON.stringify(forecast),
  };
  await db
    .insertInto("containerForecast")
    .values({ containerId, ...row })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet(row))
    .execute();
}
