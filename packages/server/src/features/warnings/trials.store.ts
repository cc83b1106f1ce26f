import type { KnownCutOff } from "@offgrid/contract/warnings/warning-frame";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";
import type { Range } from "../../history/tiers/samples.store.ts";
import { isPersonal } from "../events/events.store.ts";

/** What is stored of the past that rules are tried out on. */

/** A container on which rules are tried out. */
export interface TrialContainer extends KnownCutOff {
  containerId: string;
  containerName: string;
  clusterId: string | null;
  kitId: string | null;
  zoneName: string;
  latitude: number | null;
  longitude: number | null;
  everyS: number;
  /** Who tries them out: neighbours that this person does not see say nothing. */
  viewerId: string;
}

/** Those of these containers, or of this cluster, that the person sees, by name. */
export async function listContainers(
  db: Db,
  viewer: Viewer,
  { cluster, sites = [] }: { cluster?: string | undefined; sites?: readonly string[] | undefined },
): Promise<TrialContainer[]> {
  const named = cluster === undefined ? sql`c.id = any(${[...sites]}::text[])` : sql`c.cluster_id = ${cluster}`;
  const { rows } = await sql<TrialContainer>`
    select c.id as container_id, c.name as container_name, c.cluster_id, c.kit_id, c.zone_name, c.latitude, c.longitude,
      coalesce(l.every_s, 60) as every_s, l.cut_soc, fs.reserve_soc, ${viewer.userId}::text as viewer_id
    from container c left join container_latest l on l.container_id = c.id
      left join forecast_setting fs on fs.container_id = c.id
    where ${named} and c.removed_at is null and c.id in ${visibleContainers(db, viewer)}
    order by lower(c.name), c.id`.execute(db);
  return rows;
}

/** Something that came without a frame, and when the portal had it. */
export interface PastInstant {
  /** Code of an event, or target of a command. */
  name: string;
  atMs: number;
  knownMs: number;
}

/** Events of a container with one of these codes, in the order in which they came. */
export async function readPastEvents(
  db: Db,
  containerId: string,
  codes: readonly string[],
  { fromMs, toMs }: Range,
): Promise<PastInstant[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<PastInstant>`
    select code as name, round(date_part('epoch', at) * 1000) as at_ms,
      round(date_part('epoch', received_at) * 1000) as known_ms
    from event e where container_id = ${containerId} and at >= ${toTime(fromMs)} and at < ${toTime(toMs)}
      and not ${isPersonal} and code = any(${[...codes]}::text[]) order by received_at, at, id`.execute(db);
  return rows;
}

/** Commands that were not carried out, by when that was clear. */
export async function readPastCommands(db: Db, containerId: string, { fromMs, toMs }: Range): Promise<PastInstant[]> {
  const { rows } = await sql<PastInstant>`
    select target as name, round(date_part('epoch', ended_at) * 1000) as at_ms,
      round(date_part('epoch', ended_at) * 1000) as known_ms
    from command where container_id = ${containerId} and ended_at >= ${toTime(fromMs)} and ended_at < ${toTime(toMs)}
      and state in ('failed', 'refused', 'expired', 'unknown') order by ended_at, id`.execute(db);
  return rows;
}

export interface PastForecast {
  atMs: number;
  hours: number | null;
  lowestSoc: number | null;
  chance: number | null;
  /** It knew nothing: it lacked history, or a fresh charge. */
  isUnknown: boolean;
}

/** What forecasts of a container said, oldest first. */
export async function readPastForecasts(db: Db, containerId: string, { fromMs, toMs }: Range): Promise<PastForecast[]> {
  const { rows } = await sql<PastForecast>`
    select round(date_part('epoch', at) * 1000) as at_ms, hours, lowest_soc, chance, is_unknown
    from forecast_said where container_id = ${containerId} and at >= ${toTime(fromMs)} and at < ${toTime(toMs)}
    order by at`.execute(db);
  return rows;
}

/** Since when a rule had a warning open at a container at an instant, epoch ms; undefined: it had none. */
export async function findOpenThen(
  db: Db,
  ruleId: string,
  containerId: string,
  atMs: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ raisedMs: number }>`
    select round(date_part('epoch', raised_at) * 1000) as raised_ms from warning
    where rule_id = ${ruleId} and container_id = ${containerId}
      and raised_at <= ${toTime(atMs)} and (cleared_at is null or cleared_at > ${toTime(atMs)})
    order by raised_at limit 1`.execute(db);
  return rows[0]?.raisedMs;
}

export interface JudgedWarning {
  containerId: string;
  raisedMs: number;
  clearedMs: number | null;
  isValued: boolean;
  isNoise: boolean;
}

/** What a rule raised, as far as somebody said something to it. */
export async function listRatedWarnings(
  db: Db,
  ruleId: string,
  containerIds: readonly string[],
  fromMs: number,
): Promise<JudgedWarning[]> {
  const { rows } = await sql<JudgedWarning>`
    select w.container_id, round(date_part('epoch', w.raised_at) * 1000) as raised_ms,
      round(date_part('epoch', w.cleared_at) * 1000) as cleared_ms,
      coalesce(w.feedback = 'useful', w.acknowledged_at is not null) as is_valued,
      coalesce(w.feedback = 'noise', false) as is_noise
    from warning w
    where w.rule_id = ${ruleId} and w.container_id = any(${[...containerIds]}::text[])
      and w.raised_at >= ${toTime(fromMs)} and (w.acknowledged_at is not null or w.feedback is not null)`.execute(db);
  return rows;
}
