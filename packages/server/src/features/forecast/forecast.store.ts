import type { BlackoutForecast, SolarSource } from "@offgrid/contract/forecast/forecast.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import { type Selectable, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { type Viewer, servingContainers, visibleContainers } from "../../calls/scope.ts";
import type { Tables } from "../../core/tables.ts";
import { keptOffNow } from "../energy-state/cut-outputs.store.ts";
import { type CutOutputs, keptOffNames } from "../energy-state/kept-off.ts";
import type { BeforeThis } from "./stays-ahead.ts";

export type StoredSetting = Omit<Tables["forecastSetting"], "containerId" | "solarTemplateId">;

/** What a forecast needs to know about a container. */
export interface ForecastContainer {
  id: string;
  latitude: number | null;
  longitude: number | null;
  zoneName: string;
  soc: number | null;
  /** Of the newest live values. */
  at: Date | null;
  everyS: number | null;
  liveValues: Record<string, [value: number, atMs: number]> | null;
  hasGenerator: boolean | null;
  /** Null: the loads have power. */
  cutSince: Date | null;
  /** Charge at which loads were last cut, and last had power again, percent. */
  cutSoc: number | null;
  backSoc: number | null;
  /** Outputs that protection has switched off, as their controller said last, with since when, epoch ms. */
  cutOutputs: CutOutputs | null;
  /** Charge below which its load protection cuts loads, percent; null: it has none, or it is not known. */
  protectionSoc: number | null;
  /** As set, percent. */
  setReserveSoc: number | null;
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
  "containerLatest.hasGenerator",
  "containerLatest.cutSince",
  "containerLatest.cutSoc",
  "containerLatest.backSoc",
  "containerLatest.cutOutputs",
  "containerConfig.protectionSoc",
  "forecastSetting.reserveSoc as setReserveSoc",
] as const;

const containers = (db: Db) =>
  db
    .selectFrom("container")
    .leftJoin("containerLatest", "containerLatest.containerId", "container.id")
    .leftJoin("containerConfig", "containerConfig.containerId", "container.id")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .select(columns);

/** @throws Refusal not_found when there is none or the actor does not see it. */
export async function mustFindContainer(db: Db, actor: Viewer, id: string): Promise<ForecastContainer> {
  const row = await containers(db)
    .where("container.id", "=", id)
    .where("container.id", "in", visibleContainers(db, actor))
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

export async function findSetting(db: Db, containerId: string): Promise<StoredSetting | undefined> {
  return db
    .selectFrom("forecastSetting")
    .select(["provider", "resourceId", "capacity", "tilt", "azimuth", "loss", "limitW", "reserveSoc"])
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

/** @returns what was set, with its template; undefined: nothing was. */
export async function removeSetting(
  db: Db,
  containerId: string,
): Promise<Selectable<Tables["forecastSetting"]> | undefined> {
  return db.deleteFrom("forecastSetting").where("containerId", "=", containerId).returningAll().executeTakeFirst();
}

/** The instants, epoch ms, before which forecasts were made that are due. */
export interface DueBefore {
  ready: number;
  /** Of incomplete ones, and of those that lack what a part draws that is off, where the container has sent values since. */
  lacking: number;
  /** Of those that lack history while days before `today` (days since 1970) wait for their rollups, or a charge that has come since. */
  arriving: number;
  today: number;
  /** Of those that expected otherwise than it came: loads were cut, have power again, or were not cut before `passed`. */
  refuted: number;
  passed: number;
}

/** Its loads, or a part of them, were cut when the forecast was made and have power now, or the other way round. */
const isOtherwise = sql<boolean>`coalesce(container_forecast.is_cut <> (container_latest.cut_since is not null)
  or (container_forecast.cut_outputs is not null or container_latest.cut_outputs is not null)
    and container_forecast.computed_at is not null
    and container_forecast.cut_outputs is distinct from ${keptOffNow}, false)`;

/** The outputs that protection keeps off, as the last readings show them. */
function keptOffOf({ cutOutputs, liveValues }: Pick<ForecastContainer, "cutOutputs" | "liveValues">): string[] | null {
  return keptOffNames(cutOutputs, (metric) => liveValues?.[metric]?.[0]);
}

/** When the newest charge was measured. */
const chargeAt = sql<Date>`to_timestamp((container_latest.live_values->'battery.soc'->>1)::float8 / 1000)`;

/**
 * Containers with a state of charge whose forecast was made before an instant, or never: those first whose loads were cut
 * since, or have power again, and then those that wait longest.
 * @param except Ids to skip.
 */
export async function listDue(
  db: Db,
  before: DueBefore,
  limit: number,
  except: readonly string[],
): Promise<ForecastContainer[]> {
  return containers(db)
    .leftJoin("containerForecast", "containerForecast.containerId", "container.id")
    .where("containerLatest.soc", "is not", null)
    .where("container.retiredAt", "is", null)
    .where("container.id", "!=", sql<string>`all(${except})`)
    .where((where) =>
      where.or([
        where("containerForecast.computedAt", "is", null),
        where("containerForecast.computedAt", "<", new Date(before.ready)),
        where.and([
          where("containerForecast.state", "=", "learning"),
          where("containerForecast.computedAt", "<", new Date(before.lacking)),
          where("containerLatest.at", ">", where.ref("containerForecast.computedAt")),
        ]),
        // As after a pause of the portal, when the first ones are made before anything has come.
        where.and([
          where("containerForecast.state", "in", ["blind", "none"]),
          where("containerForecast.computedAt", "<", new Date(before.arriving)),
          where(chargeAt, ">", where.ref("containerForecast.computedAt")),
        ]),
        // What a part draws that was just cut is known minutes later.
        where.and([
          where("containerForecast.cutOutputs", "is not", null),
          where(sql<string>`container_forecast.detail->'partOff'->>'from'`, "=", "unknown"),
          where("containerForecast.computedAt", "<", new Date(before.lacking)),
          where("containerLatest.at", ">", where.ref("containerForecast.computedAt")),
        ]),
        where.and([isOtherwise, where("containerForecast.computedAt", "<", new Date(before.refuted))]),
        where.and([
          where("containerForecast.state", "in", ["blackout", "dip"]),
          where("containerLatest.cutSince", "is", null),
          where("containerForecast.likelyAt", "<", new Date(before.passed)),
          where("containerForecast.likelyAt", ">", where.ref("containerForecast.computedAt")),
        ]),
        where.and([
          where("containerForecast.state", "=", "learning"),
          where("containerForecast.computedAt", "<", new Date(before.arriving)),
          where.exists(
            where
              .selectFrom("rollupDirty")
              .select(sql`1`.as("one"))
              .whereRef("rollupDirty.containerId", "=", "container.id")
              .where("rollupDirty.day", "<", before.today)
              .where(sql<boolean>`position(B'1' in quarters) > 0`),
          ),
        ]),
      ]),
    )
    .orderBy(isOtherwise, "desc")
    .orderBy("containerForecast.computedAt", (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

/** The last computed forecast, unless it was made before an instant, or before any of its loads were cut or had power again. */
export async function findForecast(
  db: Db,
  container: ForecastContainer,
  sinceMs: number,
): Promise<BlackoutForecast | undefined> {
  const row = await db
    .selectFrom("containerForecast")
    .select("detail")
    .where("containerId", "=", container.id)
    .where("isCut", "=", container.cutSince !== null)
    .where(sql<boolean>`cut_outputs is not distinct from ${keptOffOf(container)}::text[]`)
    .where("computedAt", ">=", new Date(sinceMs))
    .executeTakeFirst();
  return row?.detail;
}

/** What a container is expected to generate and use in hours, W; `t` are the ends of the hours, epoch s. */
export interface HourlyForecast {
  t: number[];
  /** Empty where there is no forecast of the sun. */
  taken: number[];
  served: number[];
}

/**
 * The forecasts of all containers that the actor sees.
 * @param sinceMs Those made before are left out, as are those that lack something to tell.
 */
export async function listHourly(
  db: Db,
  actor: Viewer,
  sinceMs: number,
): Promise<{ hourly: HourlyForecast[]; of: number }> {
  const rows = await db
    .selectFrom("container")
    .leftJoin("containerForecast", (join) =>
      join
        .onRef("containerForecast.containerId", "=", "container.id")
        .on("containerForecast.computedAt", ">=", new Date(sinceMs)),
    )
    .select([
      sql<number[] | null>`detail->'t'`.as("t"),
      sql<number[] | null>`detail->'taken'`.as("taken"),
      sql<number[] | null>`detail->'served'`.as("served"),
    ])
    .where("container.id", "in", servingContainers(db, actor))
    .execute();
  const hourly = rows.flatMap(({ t, taken, served }) =>
    t && taken && served && t.length > 0 ? [{ t, taken, served }] : [],
  );
  return { hourly, of: rows.length };
}

/** Has it made again before anyone sees it, and in the next round. */
export async function markOld(db: Db, containerId: string): Promise<void> {
  await db
    .updateTable("containerForecast")
    .set({ computedAt: new Date(0) })
    .where("containerId", "=", containerId)
    .execute();
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/**
 * Stores a forecast in place of the previous one. One that lacks a fresh charge leaves the cut that was last expected: a
 * container that falls silent on the way to it keeps its warning.
 * @param isAhead A cut is ahead by it, or still is.
 */
export async function saveForecast(
  db: Db,
  container: Pick<ForecastContainer, "id" | "cutSince" | "cutOutputs" | "liveValues">,
  forecast: BlackoutForecast,
  isAhead = false,
): Promise<void> {
  const { dip } = forecast;
  const row = {
    computedAt: new Date(forecast.at),
    state: forecast.state,
    likelyAt: toDate(forecast.likely),
    backAt: toDate(dip?.to ?? null),
    back: dip?.back ? JSON.stringify(dip.back) : null,
    isCut: container.cutSince !== null,
    isAhead,
    cutOutputs: keptOffOf(container),
    partBackAt: toDate(forecast.partOff?.backAt ?? null),
    detail: JSON.stringify(forecast),
  };
  await db
    .insertInto("containerForecast")
    .values({ containerId: container.id, ...row })
    .onConflict((conflict) =>
      conflict.column("containerId").doUpdateSet(forecast.state === "blind" ? keepingCut(row) : row),
    )
    .execute();
}

/** What the last forecast said of a cut that is ahead; undefined: this container never had one. */
export async function findBefore(db: Db, containerId: string): Promise<BeforeThis | undefined> {
  return db
    .selectFrom("containerForecast")
    .select(["isAhead", "isCut", "detail"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
}

/** States in which a forecast knows nothing of what comes; nor does one that counts what is off. */
const unknowing: readonly BlackoutForecast["state"][] = ["blind", "learning", "none"];

/** Keeps what a forecast said that rules look at: of loads that are cut already, no cut to come. */
export async function keepSaid(
  db: Db,
  { id, cutSince }: Pick<ForecastContainer, "id" | "cutSince">,
  forecast: BlackoutForecast,
): Promise<void> {
  const { at, soc50, blackout, state, partOff, generatorStart } = forecast;
  const hours = cutSince === null ? forecast.hours : null;
  const chance = cutSince === null ? (blackout?.chance ?? 0) : 0;
  // It falls no further than to where the generator starts.
  const lowestSoc = soc50.length > 0 ? Math.max(generatorStart?.soc ?? 0, Math.min(...soc50)) : null;
  await sql`insert into forecast_said (container_id, at, hours, lowest_soc, chance, is_unknown)
    values (${id}, ${new Date(at)}, ${hours}, ${lowestSoc}, ${chance * 100},
      ${unknowing.includes(state) || partOff?.isCounted === true}) on conflict do nothing`.execute(db);
}

function keepingCut<Row extends { likelyAt: unknown; backAt: unknown; back: unknown; isAhead: unknown }>({
  likelyAt: _cut,
  backAt: _back,
  back: _range,
  isAhead: _ahead,
  ...row
}: Row) {
  return row;
}

/** What was expected of the hours after the full one that holds `madeAtMs`, that one included. */
export interface PastForecast {
  madeAtMs: number;
  /** At the ends of the hours, percent. */
  soc: number[];
  /** Means of the hours, W, as the source gave them. */
  solar: number[];
  source: SolarSource;
}

const pastKeptMs = 29 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** Keeps one forecast a day, for comparison with what comes. */
export async function keepPast(db: Db, containerId: string, { madeAtMs, ...past }: PastForecast): Promise<void> {
  const madeAt = new Date(madeAtMs);
  const { rows } = await sql`
    insert into forecast_past (container_id, made_at, soc, solar, source)
    select ${containerId}, ${madeAt}, ${past.soc}::float8[], ${past.solar}::float8[], ${past.source}
    where not exists (select 1 from forecast_past
      where container_id = ${containerId} and made_at > ${new Date(madeAtMs - dayMs)})
    returning 1`.execute(db);
  if (rows.length === 0) return;
  await db
    .deleteFrom("forecastPast")
    .where("containerId", "=", containerId)
    .where("madeAt", "<", new Date(madeAtMs - pastKeptMs))
    .execute();
}

/** The stored forecasts, oldest first. */
export async function listPast(db: Db, containerId: string): Promise<PastForecast[]> {
  const rows = await db
    .selectFrom("forecastPast")
    .select(["madeAt", "soc", "solar", "source"])
    .where("containerId", "=", containerId)
    .orderBy("madeAt")
    .execute();
  return rows.map(({ madeAt, ...row }) => ({ ...row, madeAtMs: madeAt.getTime() }));
}
