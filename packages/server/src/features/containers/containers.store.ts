import { openStates } from "@offgrid/contract/commands/command-moves";
import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import { type Db, nameOfUser, prepared } from "../../core/db.ts";
import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { readBacks } from "../energy-state/kept-off.ts";
import type { StoredContainer, StoredContainerDetail } from "./container-row.ts";

const listColumns = [
  "container.id",
  "container.name",
  "container.serialNumber",
  "container.latitude",
  "container.longitude",
  "container.address",
  "container.zoneName",
  "container.clusterId",
  "containerLatest.software",
  "containerLatest.at",
  "containerLatest.soc",
  "containerLatest.solarPower",
  "containerLatest.loadPower",
  "containerLatest.batteryPower",
  "containerLatest.everyS",
  "containerLatest.energyDay",
  "containerLatest.solarWh",
  "containerLatest.loadWh",
  "containerLatest.linked",
  "containerLatest.lastContactAt",
  "containerQuality.clockOffsetS",
  "containerForecast.state as blackoutState",
  "containerForecast.likelyAt as blackoutAt",
  "containerForecast.backAt",
  "containerForecast.back",
  "containerForecast.partBackAt",
  "containerForecast.isCut as wasCut",
  "containerForecast.isAhead as staysAhead",
  "containerLatest.hasGenerator",
  "containerLatest.cutSince",
  "containerLatest.cutAt",
  "containerLatest.loadRuns",
  "containerLatest.olderAt",
  "containerLatest.alarms",
  "containerLatest.cutOutputs",
  "containerLatest.cutSoc",
  "container.works",
  "container.offlineAfterS",
  "container.justOfflineS",
  "container.retiredAt",
  "forecastSetting.reserveSoc",
  "containerConfig.protectionSoc",
  "simCard.operator as simOperator",
  "openWarning.openWarnings",
] as const;

const detailColumns = [
  ...listColumns,
  "container.uuid",
  "container.createdAt",
  "container.retiredReason",
  "containerLatest.energyMeasuredS",
  "containerLatest.configVersion",
  "containerLatest.devices",
  "containerLatest.capabilities",
  "containerLatest.liveValues",
  "containerQuality.clockSince",
  "containerQuality.metricsRefusedAt",
  "containerQuality.refused",
  "containerQuality.quarantined",
  "containerQuality.conflicts",
  "containerTraffic.day as trafficDay",
  "containerTraffic.dayDownBytes",
  "containerTraffic.dayUpBytes",
  "containerTraffic.countedAt",
] as const;

/** Commands that have not ended. */
const pendingCommands = sql<number>`(select count(*)::int from command
  where command.container_id = container.id and command.state = any(${[...openStates]}::text[]))`;

/** Those that begin next, as a brief. */
const plannedWorks = sql<StoredContainerDetail["plannedWorks"]>`(select jsonb_build_object('worksId', w.id,
    'by', jsonb_build_object('userId', w.user_id, 'name', ${nameOfUser}), 'reason', w.reason,
    'since', w.starts_at, 'until', w.ends_at)
  from works w left join app_user u on u.id = w.user_id
  where w.container_id = container.id and w.state = 'planned' order by w.starts_at, w.id limit 1)`;

/** Parts of long columns, read only where they count. */
const pickedParts = {
  stillOn: sql<StoredContainer["stillOn"]>`case when container_latest.cut_since is not null then jsonb_build_object(
    'load', container_latest.live_values->'load.power', 'air_conditioning', container_latest.live_values->'ac.power',
    'dc_loads', container_latest.live_values->'load.dc.power') end`,
  generator: sql<StoredContainer["generator"]>`case when container_latest.has_generator then jsonb_build_object(
    'on', container_latest.live_values->'generator.on', 'power', container_latest.live_values->'generator.power') end`,
  generatorStart: sql<StoredContainer["generatorStart"]>`case when container_forecast.detail ? 'generatorStart'
    then jsonb_build_object('soc', container_forecast.detail->'generatorStart'->'soc') end`,
  switches: sql<StoredContainer["switches"]>`case when container_latest.cut_outputs is not null then (
    select jsonb_object_agg(key, value) from jsonb_each(container_latest.live_values)
    where key = any(${[...readBacks.values()]}::text[])) end`,
  outputNames: sql<StoredContainer["outputNames"]>`case when container_latest.cut_outputs is not null
    then output_names.names end`,
  // Forecasts that look ahead and find no cut say that the loads have power for as long as they reach.
  capacityWh: sql<number | null>`case when container_forecast.state is null
      or container_forecast.state in ('learning', 'blackout', 'dip')
    then (container_latest.live_values->'battery.capacity'->>0)::float8 end`,
  lacks: sql<StoredContainer["lacks"]>`case when container_latest.cut_since is not null
      or container_forecast.state in ('blackout', 'dip') then case
    when container_forecast.state = 'learning' then case
      when container_forecast.detail->'missing' = '["capacity"]' then 'capacity' else 'history' end
    when (container_forecast.detail->>'loadOnly')::boolean then 'sun'
    when (container_forecast.detail->>'isChargeLimited')::boolean then 'charge_limit' end end`,
  countsOff: sql<boolean | null>`(container_forecast.detail->'partOff'->>'isCounted')::boolean`,
  cutChance: sql<number | null>`(container_forecast.detail->'blackout'->>'chance')::float8`,
  cutEarly: sql<string | null>`container_forecast.detail->'blackout'->>'early'`,
  cutEarliest: sql<string | null>`container_forecast.detail->'blackout'->>'earliest'`,
};

const listNames = [
  ...listColumns.map(nameOf),
  "cluster",
  "stillOn",
  "generator",
  "generatorStart",
  "switches",
  "outputNames",
  "capacityWh",
  "lacks",
  "countsOff",
  "cutChance",
  "cutEarly",
  "cutEarliest",
] as const;
type ListName = (typeof listNames)[number];
const emptyRow = Object.fromEntries(listNames.map((name) => [name, null]));

/**
 * The columns of a list, each as one JSON array with instants as epoch milliseconds: a thousand rows of twenty cells take
 * the driver twice as long as everything else together.
 */
const listArrays = [
  ...listColumns.map((column) => {
    const [source] = column.split(" as ") as [string];
    const cell = isInstant(nameOf(column)) ? sql`date_part('epoch', ${sql.ref(source)}) * 1000` : sql.ref(source);
    return sql<unknown[] | null>`json_agg(${cell})`.as(nameOf(column));
  }),
  sql<unknown[] | null>`json_agg(${sql.ref("cluster.name")})`.as("cluster"),
  ...(Object.keys(pickedParts) as (keyof typeof pickedParts)[]).map((name) =>
    sql<unknown[] | null>`json_agg(${pickedParts[name]})`.as(name),
  ),
];

function nameOf<Column extends (typeof listColumns)[number]>(column: Column) {
  return column.replace(/^.*(\.| as )/, "") as Column extends `${string} as ${infer Name}`
    ? Name
    : Column extends `${string}.${infer Name}`
      ? Name
      : never;
}

function isInstant(name: string): boolean {
  return name === "at" || name === "cutSince" || (name.endsWith("At") && name !== "olderAt");
}

/** @param arrays One per name, all of one length; null when there is no row. */
function toRows(arrays: Record<ListName, unknown[] | null>): StoredContainer[] {
  const rows = (arrays.id ?? []).map(() => ({ ...emptyRow }));
  // Column by column into rows that have all their fields already, which is much faster than row by row.
  for (const name of listNames) {
    const cells = isInstant(name) ? arrays[name]?.map(toDate) : arrays[name];
    cells?.forEach((cell, place) => ((rows[place] as Record<ListName, unknown>)[name] = cell));
  }
  return rows as Record<ListName, unknown>[] as unknown as StoredContainer[];
}

function toDate(ms: unknown): Date | null {
  return typeof ms === "number" ? new Date(Math.round(ms)) : null;
}

/** What rules have open; those that are only tried concern nobody but their owner. */
const openWarnings = sql<{ containerId: string; openWarnings: StoredContainer["openWarnings"] }>`(
  select w.container_id, jsonb_build_object('count', count(*), 'worst',
    (array['info', 'warning', 'critical'])[max(array_position(array['info', 'warning', 'critical'], w.severity))]
  ) || case when count(w.attribute) = 0 then '{}' else jsonb_build_object('attributes',
    jsonb_agg(distinct w.attribute) filter (where w.attribute is not null)) end as open_warnings
  from warning w where w.cleared_at is null and not w.is_shadow group by w.container_id)`.as("openWarning");

const visible = (db: Db, viewer: Viewer) =>
  db
    .selectFrom("container")
    .leftJoin("containerLatest", "containerLatest.containerId", "container.id")
    .leftJoin("containerQuality", "containerQuality.containerId", "container.id")
    .leftJoin("cluster", "cluster.id", "container.clusterId")
    .leftJoin("containerForecast", "containerForecast.containerId", "container.id")
    .leftJoin("containerConfig", "containerConfig.containerId", "container.id")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .leftJoin("outputNames", "outputNames.containerId", "container.id")
    .leftJoin("simCard", "simCard.containerId", "container.id")
    .leftJoin(openWarnings, "openWarning.containerId", "container.id")
    .where("container.id", "in", visibleContainers(db, viewer));

/**
 * A container and which versions of which rows it is made of: PostgreSQL never changes a row in place, and each change
 * makes a version with another `xmin`. A row that does not exist leaves its place empty. Open warnings are several rows, and
 * stand for themselves, as does the one value of a configuration.
 */
const mark = sql<string>`concat(container.id, ' ', container.xmin, ' ', container_latest.xmin, ' ', container_quality.xmin, ' ',
  cluster.xmin, ' ', container_forecast.xmin, ' ', forecast_setting.xmin, ' ', output_names.xmin, ' ', sim_card.xmin, ' ',
  container_config.protection_soc, ' ', open_warning.open_warnings ->> 'count', open_warning.open_warnings ->> 'worst',
  replace(open_warning.open_warnings ->> 'attributes', ',', ' '))`;

export interface VisibleMarks {
  /** When the database was started: marks of another start say nothing, since it may have been restored meanwhile. */
  startedAt: string;
  /** One per container. */
  marks: readonly string[];
  /** Ids of the viewer's favorites. */
  favorites: ReadonlySet<string>;
}

/** Which containers a list is of. */
export interface Listed {
  /** Part of the name or id, in any case. */
  search?: string | undefined;
  /** Those that are retired, in place of those in service. */
  isRetired?: boolean | undefined;
}

/** Every container of a list that the viewer sees now, by its mark alone. */
export async function readMarks(db: Db, viewer: Viewer, { search, isRetired }: Listed = {}): Promise<VisibleMarks> {
  let query = visible(db, viewer)
    .modifyFront(prepared)
    .select([
      sql<string>`pg_postmaster_start_time()::text`.as("startedAt"),
      sql<string | null>`string_agg(${mark}, ',')`.as("marks"),
      sql<string[] | null>`(select setting -> 'favorites' from app_user where id = ${viewer.userId})`.as("favorites"),
    ])
    .where("container.retiredAt", isRetired ? "is not" : "is", null);
  if (search) {
    const pattern = `%${search.trim().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
    query = query.where((where) =>
      where.or([where("container.name", "ilike", pattern), where("container.id", "ilike", pattern)]),
    );
  }
  const { startedAt, marks, favorites } = await query.executeTakeFirstOrThrow();
  return { startedAt, marks: marks?.split(",") ?? [], favorites: new Set(favorites) };
}

/** The id of the container that a mark is of. */
export function containerOf(mark: string): string {
  return mark.slice(0, mark.indexOf(" "));
}

/** Those of some containers that the viewer sees, with their latest state; never reads history. */
export async function readMarked(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ mark: string; stored: StoredContainer }[]> {
  const { marks, ...arrays } = await visible(db, viewer)
    .modifyFront(prepared)
    .select([...listArrays, sql<string[] | null>`json_agg(${mark})`.as("marks")])
    .where("container.id", "=", sql<string>`any(${ids}::text[])`)
    .executeTakeFirstOrThrow();
  const rows = toRows(arrays);
  return (marks ?? []).map((text, place) => ({ mark: text, stored: rows[place] as StoredContainer }));
}

/** @throws Refusal not_found when there is none or the viewer does not see it. */
export async function mustFind(db: Db, viewer: Viewer, id: string): Promise<StoredContainerDetail> {
  const row = await visible(db, viewer)
    .leftJoin("containerTraffic", "containerTraffic.containerId", "container.id")
    .select([
      ...detailColumns,
      "cluster.name as cluster",
      "outputNames.names as outputNames",
      pendingCommands.as("pendingCommands"),
      plannedWorks.as("plannedWorks"),
      pickedParts.stillOn.as("stillOn"),
      pickedParts.generator.as("generator"),
      pickedParts.generatorStart.as("generatorStart"),
      pickedParts.switches.as("switches"),
      pickedParts.capacityWh.as("capacityWh"),
      pickedParts.lacks.as("lacks"),
      pickedParts.countsOff.as("countsOff"),
      pickedParts.cutChance.as("cutChance"),
      pickedParts.cutEarly.as("cutEarly"),
      pickedParts.cutEarliest.as("cutEarliest"),
    ])
    .where("container.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

export async function favorites(db: Db, viewer: Viewer): Promise<ReadonlySet<string>> {
  const { setting } = await db
    .selectFrom("appUser")
    .select("setting")
    .where("id", "=", viewer.userId)
    .executeTakeFirstOrThrow();
  return new Set(setting.favorites ?? []);
}

export interface NewContainer {
  id: string;
  name: string;
  serialNumber: string;
  uuid: string | null;
  latitude: number | null;
  longitude: number | null;
  address: string | null;
  zoneName: string;
  clusterId: string | null;
  kitId: string | null;
  secretHash: Buffer;
}

const usedRefusals = {
  container_serial_number_key: "serial_used",
  container_uuid_key: "uuid_used",
} as const;

/** @returns false when the id is taken, by now. @throws Refusal serial_used or uuid_used. */
export async function insert(db: Db, container: NewContainer): Promise<boolean> {
  try {
    const made = await db
      .insertInto("container")
      .values({ ...container, previousSecretHash: null, previousSecretUntil: null })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    return made !== undefined;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint && constraint in usedRefusals) {
      throw new Refusal(usedRefusals[constraint as keyof typeof usedRefusals]);
    }
    throw error;
  }
}

/** Which of these ids are taken, by anyone's container. */
export async function taken(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("container").select("id").where("id", "in", ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Lets people see a container. @returns how many of them exist. */
export async function assign(db: Db, containerId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const known = await db.selectFrom("appUser").select("id").where("id", "in", userIds).execute();
  if (known.length > 0) {
    await db
      .insertInto("containerUser")
      .values(known.map(({ id }) => ({ containerId, userId: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return known.length;
}

/** @throws Refusal not_found when the viewer sees no container with this serial number. */
export async function mustFindUuid(db: Db, viewer: Viewer, serialNumber: string): Promise<string | null> {
  const row = await visible(db, viewer)
    .select("container.uuid")
    .where("serialNumber", "=", serialNumber)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row.uuid;
}

/** @throws Refusal not_found when the viewer sees no container with this UUID. */
export async function mustFindIdByUuid(db: Db, viewer: Viewer, uuid: string): Promise<string> {
  const row = await visible(db, viewer).select("container.id").where("uuid", "=", uuid).executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row.id;
}
