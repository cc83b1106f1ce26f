import { type BatteryAlarm, alarmsOf } from "@offgrid/contract/devices/battery-alarms";
import { rowMetrics, rowValues } from "@offgrid/contract/containers/row-metrics";
import { batchS, staleAfterMs } from "@offgrid/contract/core/constants";
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { type ContainerState, listKey, newContainerState } from "./container-state.ts";
import type { LoadRun } from "../../core/tables.ts";
import { type DayTotals, totalsOf } from "../energy-today/day-energy.ts";

export interface ControllerSecret {
  secretHash: Buffer;
  previousSecretHash: Buffer | null;
  previousSecretUntil: Date | null;
  secretUsedAt: Date | null;
  /** Null: it is in service. */
  retiredAt: Date | null;
}

export async function findSecret(db: Db, containerId: string): Promise<ControllerSecret | undefined> {
  return db
    .selectFrom("container")
    .select(["secretHash", "previousSecretHash", "previousSecretUntil", "secretUsedAt", "retiredAt"])
    .where("id", "=", containerId)
    .where("removedAt", "is", null)
    .executeTakeFirst();
}

/** Its controller has the present secret, and no longer needs the one before. */
export async function noteSecretUsed(db: Db, containerId: string, secretHash: Buffer, nowMs: number): Promise<void> {
  await db
    .updateTable("container")
    .set({ secretUsedAt: new Date(nowMs) })
    .where("id", "=", containerId)
    .where("secretHash", "=", secretHash)
    .where("secretUsedAt", "is", null)
    .execute();
}

/** What is known of containers, as ingest remembers it; of all of them, or of one. */
export async function readStates(db: Db, containerId?: string): Promise<ContainerState[]> {
  let query = db
    .selectFrom("container as c")
    .leftJoin("containerLatest as l", "l.containerId", "c.id")
    .leftJoin("containerQuality as q", "q.containerId", "c.id")
    .leftJoin("forecastSetting as f", "f.containerId", "c.id")
    .selectAll("l")
    .select(["q.clockOffsetS", "f.reserveSoc"])
    .select(["c.id", "c.zoneName", "c.offlineAfterS", "c.justOfflineS"]);
  if (containerId !== undefined) query = query.where("c.id", "=", containerId);
  const rows = await query.execute();
  return rows.map((row) => {
    const state = newContainerState(row.id, row.zoneName);
    state.reserveSoc = row.reserveSoc;
    state.offlineAfterS = row.offlineAfterS;
    state.justOfflineS = row.justOfflineS;
    state.clockOffsetS = state.savedClockOffsetS = row.clockOffsetS;
    if (row.containerId === null) return state;
    const contactMs = row.lastContactAt?.getTime() ?? null;
    return Object.assign(state, {
      atMs: row.at?.getTime() ?? null,
      values: new Map(Object.entries(row.liveValues ?? {})),
      everyS: row.everyS ?? 60,
      storedEnergy: {
        date: row.energyDay as string | null,
        solarWh: row.solarWh,
        loadWh: row.loadWh,
        measuredS: row.energyMeasuredS ?? 0,
      },
      loads: {
        cutSinceMs: row.cutSince?.getTime() ?? null,
        cutAtMs: row.cutAt?.getTime() ?? null,
        suppliedAtMs: row.suppliedAt?.getTime() ?? null,
        cutSoc: row.cutSoc,
        backSoc: row.backSoc,
        beganSoc: row.beganSoc,
        pastCuts: row.pastCuts ?? [],
        runs: row.loadRuns ?? [],
      },
      // Whether a history was told again before the restart is not known.
      areLoadsStale: row.loadRuns !== null,
      linked: row.linked ?? false,
      birthNumber: row.birthNumber,
      boot: row.boot,
      bootedMs: row.bootedAt?.getTime() ?? null,
      lastContactMs: contactMs,
      savedContactMs: contactMs,
      software: row.software,
      configVersion: row.configVersion,
      devices: row.devices ?? [],
      capabilities: row.capabilities ?? [],
      critical: row.critical ?? {},
    } satisfies Partial<ContainerState>);
  });
}

/** What people may edit of a container, as far as ingest needs it. */
type Edited = Pick<ContainerState, "zone" | "reserveSoc" | "offlineAfterS" | "justOfflineS">;

/** Of those of these containers that are there. */
export async function readEdited(db: Db, containerIds: readonly string[]): Promise<Map<string, Edited>> {
  const { rows } = await sql<Edited & { id: string }>`
    select c.id, c.zone_name as zone, f.reserve_soc, c.offline_after_s, c.just_offline_s
    from container c left join forecast_setting f on f.container_id = c.id
    where c.id = any(${[...containerIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...edited }) => [id, edited]));
}

/** Containers that someone looks at, with until when. */
export async function listWatched(db: Db, nowMs: number): Promise<{ containerId: string; untilMs: number }[]> {
  const rows = await db.selectFrom("containerWatch").selectAll().where("until", ">", new Date(nowMs)).execute();
  return rows.map(({ containerId, until }) => ({ containerId, untilMs: until.getTime() }));
}

/** The lists of metrics that births of this container announced, the newest 32. */
export async function readLists(db: Db, containerId: string): Promise<Map<string, readonly string[]>> {
  const rows = await db
    .selectFrom("metricList")
    .select(["boot", "mv", "names"])
    .where("containerId", "=", containerId)
    .orderBy("seenAt", "desc")
    .limit(32)
    .execute();
  return new Map(rows.map(({ boot, mv, names }) => [listKey(boot, mv), names]));
}

/** A list of metrics that a birth announced. */
export interface AnnouncedList {
  containerId: string;
  boot: string;
  mv: number;
  names: readonly string[];
}

/** Keeps announced lists, the newest 32 per container; those of a container that was removed are passed over. */
export async function saveLists(tx: Db, lists: readonly AnnouncedList[], nowMs: number): Promise<void> {
  if (lists.length === 0) return;
  // Each key once; the last announcement counts.
  const rows = [...new Map(lists.map((list) => [`${list.containerId} ${listKey(list.boot, list.mv)}`, list])).values()];
  await sql`
    insert into metric_list (container_id, boot, mv, names, seen_at)
    select c.id, l.boot, l.mv, array(select jsonb_array_elements_text(l.names)), to_timestamp(${nowMs}::float8 / 1000)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l ("containerId" text, boot text, mv integer, names jsonb)
    join container c on c.id = l."containerId"
    on conflict (container_id, boot, mv) do update set names = excluded.names, seen_at = excluded.seen_at`.execute(tx);
  await sql`
    delete from metric_list l using (
      select container_id, boot, mv, row_number() over (partition by container_id order by seen_at desc) as place
      from metric_list where container_id = any(${[...new Set(rows.map(({ containerId }) => containerId))]}::text[])
    ) as old
    where old.place > 32 and l.container_id = old.container_id and l.boot = old.boot and l.mv = old.mv`.execute(tx);
}

/** Rows of some containers as they are now, for `savingStates`: what changes afterwards is not in them. */
export function stateRows(states: readonly ContainerState[], nowMs: number): string {
  return JSON.stringify(states.map((state) => toRow(state, nowMs)));
}

/** Whoever writes rows of several containers at once holds them in this order: two that wait for each other would both fail. */
const inOrder = (which: RawBuilder<unknown>) =>
  sql`select l.container_id from container_latest l where ${which} order by l.container_id for update`;

/** Writes rows that `stateRows` made; one of a container that was removed meanwhile is passed over. */
export function savingStates(rows: string): RawBuilder<unknown> {
  return sql`
    insert into container_latest (container_id, at, live_values, soc, solar_power, load_power, battery_power, every_s,
      energy_day, solar_wh, load_wh, energy_measured_s, linked, birth_number, boot, booted_at,
      last_contact_at, software, config_version, devices, capabilities, critical, cut_since, cut_at, supplied_at, cut_soc, back_soc, began_soc,
      past_cuts, load_runs, older_at, alarms)
    select c.id, r.at, coalesce(r.live_values, '{}'), r.soc, r.solar_power, r.load_power, r.battery_power, r.every_s,
      r.energy_day, r.solar_wh, r.load_wh, r.energy_measured_s, r.linked, r.birth_number, r.boot, r.booted_at, r.last_contact_at,
      r.software, r.config_version, r.devices, r.capabilities, r.critical, r.cut_since, r.cut_at, r.supplied_at,
      r.cut_soc, r.back_soc, r.began_soc, r.past_cuts, r.load_runs, r.older_at, r.alarms
    from jsonb_populate_recordset(null::container_latest, ${rows}::jsonb) r
    join container c on c.id = r.container_id
    order by c.id
    on conflict (container_id) do update set
      at = excluded.at, live_values = excluded.live_values, soc = excluded.soc, solar_power = excluded.solar_power,
      load_power = excluded.load_power, battery_power = excluded.battery_power, every_s = excluded.every_s,
      energy_day = excluded.energy_day, solar_wh = excluded.solar_wh, load_wh = excluded.load_wh,
      energy_measured_s = excluded.energy_measured_s, linked = excluded.linked, birth_number = excluded.birth_number,
      boot = excluded.boot, booted_at = excluded.booted_at, last_contact_at = excluded.last_contact_at,
      software = excluded.software, config_version = excluded.config_version, devices = excluded.devices,
      capabilities = excluded.capabilities, critical = excluded.critical, cut_since = excluded.cut_since,
      cut_at = excluded.cut_at, supplied_at = excluded.supplied_at, cut_soc = excluded.cut_soc, back_soc = excluded.back_soc,
      began_soc = excluded.began_soc, past_cuts = excluded.past_cuts, load_runs = excluded.load_runs,
      older_at = excluded.older_at, alarms = excluded.alarms`;
}

/** Writes link and last contact alone, which change without any message. */
export async function saveContacts(db: Db, states: readonly ContainerState[]): Promise<void> {
  await sql`
    with c (id, linked, ms) as materialized (
      select * from unnest(${states.map((state) => state.containerId)}::text[], ${states.map((state) => state.linked)}::boolean[],
        ${states.map((state) => state.lastContactMs)}::float8[])),
    held as materialized (${inOrder(sql`l.container_id in (select id from c)`)})
    update container_latest l set linked = c.linked, last_contact_at = to_timestamp(c.ms / 1000)
    from c, held where l.container_id = c.id and held.container_id = c.id`.execute(db);
}

/** Energy of a day that is over is no longer today's, also where no frame comes any more. */
export async function clearPastDays(db: Db, nowMs: number): Promise<void> {
  await sql`
    with held as materialized (${inOrder(sql`l.energy_day <> (select (to_timestamp(${nowMs}::float8 / 1000)
      at time zone c.zone_name)::date from container c where c.id = l.container_id)`)})
    update container_latest l set energy_day = null, solar_wh = null, load_wh = null, energy_measured_s = 0
    from held where l.container_id = held.container_id`.execute(db);
}

const rejectsKept = 10_000;
const rejectsKeptMs = 30 * 86_400_000;

export interface RejectedPart {
  containerId: string;
  topic: string;
  reason: string;
  detail: string | null;
}

/** Keeps what could not be stored, the newest 10,000 per container. */
export async function saveRejected(tx: Db, parts: readonly RejectedPart[], nowMs: number): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into rejected_part (container_id, at, topic, reason, detail)
    select c.id, to_timestamp(${nowMs}::float8 / 1000), r.topic, r.reason, r.detail
    from unnest(${parts.map((part) => part.containerId)}::text[], ${parts.map((part) => part.topic)}::text[],
      ${parts.map((part) => part.reason)}::text[], ${parts.map((part) => part.detail)}::text[]) as r (id, topic, reason, detail)
    join container c on c.id = r.id`.execute(tx);
  await sql`
    delete from rejected_part r using unnest(${[...new Set(parts.map((part) => part.containerId))]}::text[]) as named (id)
      cross join lateral (select oldest.id from rejected_part oldest where oldest.container_id = named.id
        order by oldest.id desc offset ${rejectsKept - 1} limit 1) as kept
    where r.container_id = named.id and r.id < kept.id`.execute(tx);
}

/** Rejected parts are kept for 30 days. */
export async function dropOldRejected(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom("rejectedPart")
    .where("at", "<", new Date(nowMs - rejectsKeptMs))
    .execute();
}

function toRow(state: ContainerState, nowMs: number) {
  const value = (name: string) => state.values.get(name)?.[0] ?? null;
  const energy = energyToday(state, nowMs);
  return {
    container_id: state.containerId,
    at: toIso(state.atMs),
    live_values: Object.fromEntries(state.values),
    soc: value(rowMetrics.soc),
    solar_power: value(rowMetrics.solarPower),
    load_power: value(rowMetrics.loadPower),
    battery_power: value(rowMetrics.batteryPower),
    every_s: state.everyS,
    energy_day: energy.date,
    solar_wh: energy.solarWh,
    load_wh: energy.loadWh,
    energy_measured_s: energy.measuredS,
    linked: state.linked,
    birth_number: state.birthNumber,
    boot: state.boot,
    booted_at: toIso(state.bootedMs),
    last_contact_at: toIso(state.lastContactMs),
    software: state.software,
    config_version: state.configVersion,
    devices: state.devices,
    capabilities: state.capabilities,
    critical: state.critical,
    cut_since: toIso(state.loads.cutSinceMs),
    cut_at: toIso(state.loads.cutAtMs),
    supplied_at: toIso(state.loads.suppliedAtMs),
    cut_soc: state.loads.cutSoc,
    back_soc: state.loads.backSoc,
    began_soc: state.loads.beganSoc,
    past_cuts: state.loads.pastCuts,
    load_runs: storedRuns(state),
    older_at: olderAt(state),
    alarms: alarms(state),
  };
}

/** Of containers whose loads had power all the time nothing is stored, so that lists have nothing to read. */
function storedRuns({ loads: { runs } }: ContainerState): readonly LoadRun[] | null {
  return runs.some(({ kind }) => kind !== "supplied") ? runs : null;
}

/** Of batteries with which nothing is wrong nothing is stored, so that lists have nothing to read. */
function alarms({ values, atMs, everyS }: ContainerState): readonly BatteryAlarm[] | null {
  const found = alarmsOf((metric) => values.get(metric), atMs ?? 0, everyS);
  return found.length === 0 ? null : found;
}

/** Instants of the values of lists that are stale beside the newest frame, as where one sensor has stopped. */
function olderAt({ values, atMs, everyS }: ContainerState): Record<string, number> | null {
  const older = rowValues.flatMap((name) => {
    const valueMs = values.get(rowMetrics[name])?.[1];
    return valueMs !== undefined && valueMs < (atMs ?? 0) - staleAfterMs(Math.max(everyS, batchS))
      ? [[name, valueMs]]
      : [];
  });
  return older.length === 0 ? null : (Object.fromEntries(older) as Record<string, number>);
}

function energyToday(state: ContainerState, nowMs: number): Omit<DayTotals, "date"> & { date: string | null } {
  if (!state.energy) return state.storedEnergy;
  if (state.energy.endMs <= nowMs) return { date: null, solarWh: null, loadWh: null, measuredS: 0 };
  return totalsOf(state.energy);
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
