import type { Entry, Incident, Member, News } from "@offgrid/contract/incidents/incident-types";
import { incidentTimes } from "@offgrid/contract/incidents/incident-types";
import type { KnownWorld } from "@offgrid/contract/incidents/step-incidents";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** What following warnings reads and writes of incidents, for all of them at once. */

/** "incd" in ASCII: who puts warnings into incidents is alone with them. */
const incidentsLock = 0x696e_6364;
/** What comes in one go beyond that is taken by the next round. */
const staleAtOnce = 2_000;
/** What cleared of late still counts for causes; longer than what any of them looks back. */
const clearedForMs = incidentTimes.changeMs + 2 * incidentTimes.togetherMs;

/** @returns false: another process is at it. */
export async function tryHold(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(${incidentsLock}) as is_held`.execute(tx);
  return rows[0]?.isHeld ?? false;
}

/** Waits until nobody else changes incidents; until the transaction ends, nobody does. */
export async function hold(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${incidentsLock})`.execute(tx);
}

export async function hasWork(db: Db, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from incident_stale) or exists (
      select 1 from incident where due_at <= ${toTime(nowMs)}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

export interface Stale {
  warningIds: string[];
  incidentIds: string[];
}

/** What was noted, which the caller looks at now. */
export async function takeStale(tx: Db): Promise<Stale> {
  const { rows } = await sql<{ warningId: string | null; incidentId: string | null }>`
    delete from incident_stale where id in (
      select id from incident_stale order by id limit ${staleAtOnce} for update skip locked)
    returning warning_id, incident_id`.execute(tx);
  return {
    warningIds: rows.flatMap(({ warningId }) => warningId ?? []),
    incidentIds: rows.flatMap(({ incidentId }) => incidentId ?? []),
  };
}

interface MemberRow extends Omit<Member, "acknowledged"> {
  ackBy: string | null;
  ackMs: number | null;
  ackUntilMs: number | null;
  ackNote: string | null;
}

const ms = (column: string) => sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)`;

/** Of a rule without metrics that looks at silence: what it raised says that the container as a whole is dark. */
const isDark = sql`exists (select 1 from warning_rule r, jsonb_array_elements(r.rule -> 'conditions') as condition
  where r.id = w.rule_id and condition ->> 'type' = 'silent' and condition ->> 'name' = w.content
    and jsonb_array_length(condition -> 'attributes') = 0)`;

/** All that is open, what cleared of late, and what these incidents and warnings are about. */
export async function readWorld(tx: Db, { warningIds, incidentIds }: Stale, nowMs: number): Promise<KnownWorld> {
  const { rows } = await sql<MemberRow>`
    select w.id, w.container_id, coalesce(m.cluster_id, c.cluster_id) as cluster_id,
      case when m.warning_id is null then card.operator else m.operator end as operator, w.rule_id,
      coalesce(m.is_dark, ${isDark}) as is_dark, w.attribute, w.severity, ${ms("w.raisedAt")} as raised_ms, ${ms("w.clearedAt")} as cleared_ms,
      w.acknowledged_by as ack_by, ${ms("w.acknowledgedAt")} as ack_ms, ${ms("w.acknowledgedUntil")} as ack_until_ms,
      w.acknowledge_note as ack_note, c.works is not null as is_under_works, m.incident_id,
      coalesce(${ms("m.joinedAt")}, 0) as joined_ms, coalesce(m.is_quiet, false) as is_quiet,
      coalesce(m.is_placed, false) as is_placed
    from (
      select id from warning where cleared_at is null
      union select id from warning where cleared_at > ${toTime(nowMs - clearedForMs)}
      union select unnest(${warningIds}::text[])
      union select warning_id from incident_member where incident_id = any(${incidentIds}::text[])) as wanted
    join warning w on w.id = wanted.id join container c on c.id = w.container_id
      left join incident_member m on m.warning_id = w.id left join sim_card card on card.container_id = w.container_id
    where not w.is_shadow and not w.is_late and (m.warning_id is not null or w.cleared_at is null
      or w.id = any(${warningIds}::text[]))
    order by w.id`.execute(tx);
  const members = rows.map(({ ackBy, ackMs, ackUntilMs, ackNote, ...member }): Member => ({
    ...member,
    acknowledged:
      ackBy === null || ackMs === null || ackUntilMs === null
        ? null
        : { by: ackBy, atMs: ackMs, untilMs: ackUntilMs, note: ackNote },
  }));
  const named = [...incidentIds, ...members.flatMap(({ incidentId }) => incidentId ?? [])];
  const incidents = await readIncidents(tx, [...new Set(named)], nowMs);
  return { members, incidents, worst: new Map(incidents.map(({ id, worst }) => [id, worst])) };
}

async function readIncidents(
  tx: Db,
  ids: readonly string[],
  nowMs: number,
): Promise<(Incident & { worst: Incident["severity"] })[]> {
  const { rows } = await sql<Incident & { worst: Incident["severity"] }>`
    select i.id, i.cause, i.cause_key as key, i.state, i.severity, ${ms("i.beganAt")} as began_ms,
      ${ms("i.gatherUntil")} as gather_until_ms, ${ms("i.unattendedSince")} as unattended_ms, ${ms("i.calmSince")} as calm_ms,
      ${ms("i.resolvedAt")} as resolved_ms, ${ms("i.toldAt")} as notified_ms, ${ms("i.lastNewsAt")} as last_news_ms,
      i.told_severity as notified_severity, i.has_grown, i.step, i.reopened, i.merged_into, ${ms("i.dueAt")} as due_ms,
      case when i.state not in ('open', 'acknowledged') then i.severity else coalesce((
        select w.severity from (select warning_id from incident_member where incident_id = i.id offset 0) m
          cross join lateral (select severity from warning where id = m.warning_id offset 0) w
        order by array_position(array['critical', 'warning', 'info'], w.severity) limit 1), i.severity) end as worst
    from incident i
    where i.state <> 'resolved' or i.resolved_at > ${toTime(nowMs - incidentTimes.reopenMs)}
      or i.due_at <= ${toTime(nowMs)} or i.id = any(${[...ids]}::text[])
    order by i.id`.execute(tx);
  return rows;
}

/** How many containers each operator and cluster has, by kind and name. */
export async function countContainers(tx: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select 'operator:' || s.operator as key, count(*)::int as count from container c
      join sim_card s on s.container_id = c.id where c.removed_at is null and c.retired_at is null and s.operator is not null group by s.operator
    union all select 'cluster:' || cluster_id, count(*)::int from container
      where removed_at is null and retired_at is null and cluster_id is not null group by cluster_id`.execute(tx);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

export async function saveIncidents(tx: Db, incidents: readonly Incident[]): Promise<void> {
  if (incidents.length === 0) return;
  const time = (field: keyof Incident) => sql.raw(`to_timestamp(i."${field}" / 1000)`);
  await sql`
    insert into incident (id, cause, cause_key, state, severity, began_at, gather_until, unattended_since, calm_since,
      resolved_at, told_at, last_news_at, told_severity, has_grown, step, reopened, merged_into, due_at)
    select i.id, i.cause, i.key, i.state, i.severity, ${time("beganMs")}, ${time("gatherUntilMs")}, ${time("unattendedMs")},
      ${time("calmMs")}, ${time("resolvedMs")}, ${time("notifiedMs")}, ${time("lastNewsMs")}, i."notifiedSeverity", i."hasGrown", i.step, i.reopened,
      i."mergedInto", ${time("dueMs")}
    from jsonb_to_recordset(${JSON.stringify(incidents)}::jsonb) as i (id text, cause text, key text, state text,
      severity text, "beganMs" float8, "gatherUntilMs" float8, "unattendedMs" float8, "calmMs" float8, "resolvedMs" float8,
      "notifiedMs" float8, "lastNewsMs" float8, "notifiedSeverity" text, "hasGrown" boolean, step int, reopened int, "mergedInto" text, "dueMs" float8)
    on conflict (id) do update set cause = excluded.cause, cause_key = excluded.cause_key, state = excluded.state,
      severity = excluded.severity, began_at = excluded.began_at, gather_until = excluded.gather_until,
      unattended_since = excluded.unattended_since, calm_since = excluded.calm_since, resolved_at = excluded.resolved_at,
      told_at = excluded.told_at, last_news_at = excluded.last_news_at, told_severity = excluded.told_severity,
      has_grown = excluded.has_grown,
      step = excluded.step, reopened = excluded.reopened, merged_into = excluded.merged_into,
      due_at = excluded.due_at`.execute(tx);
}

/** Where warnings are now. What is acknowledged with its incident is written to the warning itself. */
export async function saveMembers(tx: Db, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  await sql`
    insert into incident_member (warning_id, incident_id, joined_at, is_dark, is_quiet, is_placed, operator, cluster_id)
    select m.id, m."incidentId", to_timestamp(m."joinedMs" / 1000), m."isDark", m."isQuiet", m."isPlaced", m.operator,
      m."clusterId"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m (id text, "incidentId" text, "joinedMs" float8,
      "isDark" boolean, "isQuiet" boolean, "isPlaced" boolean, operator text, "clusterId" text)
    on conflict (warning_id) do update set incident_id = excluded.incident_id, joined_at = excluded.joined_at,
      is_quiet = excluded.is_quiet, is_placed = excluded.is_placed`.execute(tx);
}

/** Of what joined an acknowledged incident. What somebody else writes now is looked at again when that is done. */
export async function saveAcknowledged(tx: Db, members: readonly Member[]): Promise<void> {
  const given = members.flatMap(({ id, acknowledged }) => (acknowledged ? [{ id, ...acknowledged }] : []));
  if (given.length === 0) return;
  await sql`
    update incident_member m set acknowledged_by_joining_at = to_timestamp(a."atMs" / 1000)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as a (id text, "atMs" float8)
    where m.warning_id = a.id`.execute(tx);
  await sql`
    update warning w set acknowledged_by = a.by, acknowledged_at = to_timestamp(a."atMs" / 1000),
      acknowledged_until = to_timestamp(a."untilMs" / 1000), acknowledge_note = a.note
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as a (id text, by text, "atMs" float8, "untilMs" float8, note text)
    where w.id = a.id and w.id in (select id from warning
      where id = any(${given.map(({ id }) => id)}::text[]) and cleared_at is null for update skip locked)`.execute(tx);
}

/** What an incident had goes with it to the one that it is part of now. */
export async function saveMerged(tx: Db, merged: ReadonlyMap<string, string>): Promise<void> {
  if (merged.size === 0) return;
  await sql`update incident_member m set incident_id = into_id
    from unnest(${[...merged.keys()]}::text[], ${[...merged.values()]}::text[]) as merged (id, into_id)
    where m.incident_id = merged.id`.execute(tx);
}

export async function insertEntries(tx: Db, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const inOrder = entries.map((entry, place) => ({ ...entry, place }));
  await sql`insert into incident_entry (incident_id, at, kind, user_id, data)
    select e."incidentId", to_timestamp(e."atMs" / 1000), e.kind, e."userId", e.data
    from jsonb_to_recordset(${JSON.stringify(inOrder)}::jsonb)
      as e ("incidentId" text, "atMs" float8, kind text, "userId" text, data jsonb, place int)
    order by e.place`.execute(tx);
}

export async function insertNews(tx: Db, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  await sql`insert into incident_news (incident_id, kind, severity, at, data)
    select n."incidentId", n.kind, n.severity, to_timestamp(n."atMs" / 1000), n.data
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
      as n ("incidentId" text, kind text, severity text, "atMs" float8, data jsonb)`.execute(tx);
}
