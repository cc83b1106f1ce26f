import type { Incident, IncidentDetail } from "@offgrid/contract/incidents/incidents.schema";
import type {
  EntryData,
  EntryKind,
  Feedback,
  IncidentCause,
  IncidentState,
} from "@offgrid/contract/incidents/incident-types";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { ofEvent } from "../notifications/notifications.store.ts";

/** Incidents (`incident`) as a person sees them: by the warnings of the containers that the person sees. */

export interface IncidentQuery {
  id?: string | undefined;
  state?: IncidentState | "going_on" | "over" | undefined;
  severity?: WarningSeverity | undefined;
  containerId?: string | undefined;
  clusterId?: string | undefined;
}

interface ListedIncident {
  id: string;
  state: IncidentState;
  cause: IncidentCause;
  subjectId: string;
  subjectName: string | null;
  content: string;
  containerId: string;
  containerName: string;
  zoneName: string;
  severity: WarningSeverity;
  beganAt: Date;
  calmAt: Date | null;
  resolvedAt: Date | null;
  open: number;
  total: number;
  containersOpen: number;
  containerIds: string[];
  containersTotal: number;
  containersOf: number | null;
  reopened: number;
  isQuiet: boolean;
  isUnread: boolean;
  acknowledgedBy: string | null;
  acknowledgedName: string | null;
  acknowledgedAt: Date | null;
  acknowledgedUntil: Date | null;
  acknowledgeNote: string | null;
  mutedUntil: Date | null;
}

/** The same as ranks, so that the gravest is the greatest. */
const rank = sql`array_position(array['info', 'warning', 'critical'], w.severity)`;

/**
 * What is seen of each incident. State and severity are worked out from the warnings that are seen, as `settleIncident`
 * does it from all of them.
 */
function seenIncidents(db: Db, viewer: Viewer, query: IncidentQuery, nowMs: number) {
  const { id, state, containerId, clusterId } = query;
  const wanted = [
    sql`i.merged_into is null`,
    // Of what goes on there is little, of what is over ever more: that is not read for the former.
    (state === "going_on" || state === "open" || state === "acknowledged" || state === "calm") &&
      sql`i.state <> 'resolved'`,
    state === "resolved" && sql`i.state = 'resolved'`,
    id !== undefined && sql`i.id = ${id}`,
    containerId !== undefined &&
      sql`i.id in (select m.incident_id from incident_member m join warning w on w.id = m.warning_id
        where w.container_id = ${containerId} and w.container_id in ${visibleContainers(db, viewer)})`,
    clusterId !== undefined &&
      sql`i.id in (select m.incident_id from incident_member m join warning w on w.id = m.warning_id
        join container c on c.id = w.container_id
        where c.cluster_id = ${clusterId} and c.id in ${visibleContainers(db, viewer)})`,
  ];
  return sql`
    select i.id, i.cause, i.cause_key, i.reopened, i.resolved_at, own.*,
      (array['info', 'warning', 'critical'])[coalesce(own.rank_open, own.rank_ever)] as severity,
      case when own.open = 0 and i.state = 'resolved' then 'resolved' when own.open = 0 then 'calm'
        when own.is_attended then 'acknowledged' else 'open' end as state
    from incident i join lateral (
      select count(*)::int as total, count(*) filter (where w.cleared_at is null)::int as open,
        count(distinct w.container_id)::int as containers_total,
        count(distinct w.container_id) filter (where w.cleared_at is null)::int as containers_open,
        (array_agg(distinct w.container_id) filter (where w.cleared_at is null))[1:1000] as open_ids,
        min(w.raised_at) as began_at, max(w.cleared_at) as cleared_at,
        max(${rank}) filter (where w.cleared_at is null) as rank_open, max(${rank}) as rank_ever,
        bool_and(coalesce(w.acknowledged_until > ${toTime(nowMs)}, false)) filter (where w.cleared_at is null) as is_attended,
        coalesce(bool_and(m.is_quiet) filter (where w.cleared_at is null), false) as is_quiet,
        (array_agg(w.id order by w.raised_at, w.id))[1] as first_id,
        (array_agg(w.id order by w.acknowledged_at desc nulls last, w.id)
          filter (where w.acknowledged_at is not null))[1] as acknowledged_id
      from incident_member m join warning w on w.id = m.warning_id
      where m.incident_id = i.id and w.container_id in ${visibleContainers(db, viewer)}) as own on own.total > 0
    where ${sql.join(
      wanted.filter((part) => typeof part === "object"),
      sql` and `,
    )}`;
}

function filtered({ state, severity }: IncidentQuery): RawBuilder<unknown> {
  const wanted = [
    sql`true`,
    state === "going_on" && sql`s.open > 0`,
    state === "over" && sql`s.open = 0`,
    state !== undefined && state !== "going_on" && state !== "over" && sql`s.state = ${state}`,
    severity !== undefined && sql`s.severity = ${severity}`,
  ];
  return sql.join(
    wanted.filter((part) => typeof part === "object"),
    sql` and `,
  );
}

/** Of the cause: what stands after its kind in the key. */
const subject = sql`case s.cause when 'operator' then substr(s.cause_key, 10) when 'cluster' then substr(s.cause_key, 9)
  when 'rule' then w.rule_id when 'change' then split_part(s.cause_key, ':', 2) else w.container_id end`;

/** Those that go on first, worst first, then newest first. */
export async function listIncidents(
  db: Db,
  viewer: Viewer,
  query: IncidentQuery,
  { limit, offset }: { limit: number; offset: number },
  nowMs: number,
): Promise<z.input<typeof Incident>[]> {
  const visible = visibleContainers(db, viewer);
  const { rows } = await sql<ListedIncident>`
    select s.id, s.state, s.cause, coalesce(${subject}, w.rule_name) as subject_id,
      case s.cause when 'operator' then substr(s.cause_key, 10)
        when 'cluster' then (select name from cluster where id = substr(s.cause_key, 9))
        when 'rule' then concat_ws(' · ', w.rule_name, (select k.name from cluster k where k.id = first.cluster_id))
        when 'change' then split_part(s.cause_key, ':', 3) else c.name end as subject_name,
      w.content, w.container_id, c.name as container_name, c.zone_name, s.severity, s.began_at, s.resolved_at,
      case when s.open = 0 then s.cleared_at end as calm_at, s.open, s.total, s.containers_open, s.containers_total,
      coalesce(s.open_ids, '{}') as container_ids,
      case s.cause
        when 'operator' then (select count(*) from container o join sim_card card on card.container_id = o.id
          where o.removed_at is null and card.operator = substr(s.cause_key, 10) and o.id in ${visible})
        when 'cluster' then (select count(*) from container o
          where o.removed_at is null and o.cluster_id = substr(s.cause_key, 9) and o.id in ${visible}) end::int as containers_of,
      s.reopened, s.is_quiet, exists (select from notification n join event e on ${ofEvent} where n.incident_id = s.id
        and n.user_id = ${viewer.userId} and n.kind = 'warning' and n.read_at is null and e.container_id in ${visible}) as is_unread,
      a.acknowledged_by, ${nameOfUser} as acknowledged_name, a.acknowledged_at, a.acknowledged_until,
      a.acknowledge_note, mute.until as muted_until
    from (${seenIncidents(db, viewer, query, nowMs)}) as s
      join warning w on w.id = s.first_id join container c on c.id = w.container_id
      join incident_member first on first.warning_id = s.first_id
      left join warning a on a.id = s.acknowledged_id and (s.state <> 'open' or a.acknowledged_until <= ${toTime(nowMs)})
      left join app_user u on u.id = a.acknowledged_by
      left join incident_mute mute on mute.incident_id = s.id and mute.user_id = ${viewer.userId}
        and mute.until > ${toTime(nowMs)}
    where ${filtered(query)}
    order by s.open = 0, case when s.open > 0 then coalesce(s.rank_open, 0) end desc nulls last,
      case when s.open > 0 then s.state = 'acknowledged' end, s.began_at desc, s.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(toIncident);
}

export async function countIncidents(db: Db, viewer: Viewer, query: IncidentQuery, nowMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${seenIncidents(db, viewer, query, nowMs)}) as s
    where ${filtered(query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function toIncident({
  subjectId,
  subjectName,
  acknowledgedName,
  isUnread,
  ...row
}: ListedIncident): z.input<typeof Incident> {
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...row,
    subject: { id: subjectId, name: subjectName },
    beganAt: row.beganAt.toISOString(),
    calmAt: at(row.calmAt),
    resolvedAt: row.state === "resolved" ? at(row.resolvedAt) : null,
    acknowledgedBy: row.acknowledgedBy === null ? null : { userId: row.acknowledgedBy, name: acknowledgedName },
    acknowledgedAt: at(row.acknowledgedAt),
    acknowledgedUntil: at(row.acknowledgedUntil),
    mutedUntil: at(row.mutedUntil),
    read: !isUnread,
  };
}

/** The warnings of an incident that somebody sees: open ones first, each group newest first. */
export async function listMembers(
  db: Db,
  viewer: Viewer,
  incidentId: string,
  limit: number,
): Promise<{ id: string; containerId: string; raisedMs: number; isOpen: boolean }[]> {
  const { rows } = await sql<{ id: string; containerId: string; raisedMs: number; isOpen: boolean }>`
    select w.id, w.container_id, round(date_part('epoch', w.raised_at) * 1000) as raised_ms,
      w.cleared_at is null as is_open
    from incident_member m join warning w on w.id = m.warning_id
    where m.incident_id = ${incidentId} and w.container_id in ${visibleContainers(db, viewer)}
    order by w.cleared_at is null desc, w.raised_at desc, w.id limit ${limit}`.execute(db);
  return rows;
}

/** Does somebody see all containers that an incident has warnings of, as far as anybody sees them still? */
async function seesAllOf(db: Db, viewer: Viewer, incidentId: string): Promise<boolean> {
  const { rows } = await sql<{ isUnseen: boolean }>`
    select exists (select 1 from incident_member m join warning w on w.id = m.warning_id join container c on c.id = w.container_id
      where m.incident_id = ${incidentId} and c.id not in ${visibleContainers(db, viewer)}
        and (c.removed_at is null or exists (select 1 from app_user u join role r on r.id = u.effective_role
          where u.id = ${viewer.userId} and r.containers <> 'all'))) as is_unseen`.execute(db);
  return rows[0]?.isUnseen === false;
}

/**
 * What became of it, in the order in which it was known. Whoever sees only some of its containers learns when what
 * happened; how much, how grave, who and why only of what they did themselves: the rest may be about the others.
 */
export async function listEntries(
  db: Db,
  viewer: Viewer,
  incidentId: string,
  limit: number,
): Promise<IncidentDetail["timeline"]> {
  const seesAll = await seesAllOf(db, viewer, incidentId);
  const { rows } = await sql<{
    at: Date;
    kind: EntryKind;
    userId: string | null;
    name: string | null;
    data: EntryData;
  }>`
    select * from (
      select e.id, e.at, e.kind, e.user_id, ${nameOfUser} as name, e.data from incident_entry e
        left join app_user u on u.id = e.user_id
      where e.incident_id = ${incidentId} order by e.id desc limit ${limit}) as last
    order by id`.execute(db);
  return rows.map(({ at, kind, userId, name, data: { cause, step, ...rest } }) => {
    const isWhole = seesAll || userId === viewer.userId;
    return {
      at: at.toISOString(),
      kind,
      by: userId === null || !isWhole ? null : { userId, name },
      data: { ...(cause && { cause }), ...(step !== undefined && { step }), ...(isWhole && rest) },
    };
  });
}

export async function namesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select u.id, ${nameOfUser} as name from app_user u where u.id = any(${[...userIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of the open ones among these. What was acknowledged before is acknowledged anew. */
export async function acknowledgeAll(
  tx: Db,
  ids: readonly string[],
  { userId, note, untilMs }: { userId: string; note: string | undefined; untilMs: number },
  nowMs: number,
): Promise<void> {
  await sql`update warning set acknowledged_by = ${userId}, acknowledged_at = ${toTime(nowMs)},
      acknowledged_until = ${toTime(untilMs)}, acknowledge_note = ${note ?? null}
    where id in (select id from warning where id = any(${[...ids]}::text[]) and cleared_at is null
      order by id for update)`.execute(tx);
}

export async function saveFeedback(tx: Db, ids: readonly string[], feedback: Feedback): Promise<void> {
  await sql`update warning set feedback = ${feedback} where id = any(${[...ids]}::text[])`.execute(tx);
}

/**
 * Of an incident, and with it of the rules of these warnings at their containers.
 * @param untilMs Undefined: no more; what was muted for itself stays so.
 */
export async function mute(
  tx: Db,
  { incidentId, userId, warningIds }: { incidentId: string; userId: string; warningIds: readonly string[] },
  untilMs: number | undefined,
): Promise<void> {
  if (untilMs === undefined) {
    await sql`delete from incident_mute where incident_id = ${incidentId} and user_id = ${userId}`.execute(tx);
    await sql`delete from warning_mute where incident_id = ${incidentId} and user_id = ${userId}`.execute(tx);
    return;
  }
  await sql`insert into incident_mute (incident_id, user_id, until) values (${incidentId}, ${userId}, ${toTime(untilMs)})
    on conflict (incident_id, user_id) do update set until = excluded.until`.execute(tx);
  await sql`insert into warning_mute (rule_id, container_id, user_id, incident_id, until)
    select distinct rule_id, container_id, ${userId}, ${incidentId}, ${toTime(untilMs)} from warning
    where id = any(${[...warningIds]}::text[]) and rule_id is not null
    on conflict (rule_id, container_id, user_id, incident_id) do update set until = excluded.until`.execute(tx);
}

/** A person put these there, and there they stay. */
export async function place(tx: Db, warningIds: readonly string[], incidentId: string, nowMs: number): Promise<void> {
  await sql`update incident_member set incident_id = ${incidentId}, joined_at = ${toTime(nowMs)}, is_placed = true
    where warning_id = any(${[...warningIds]}::text[])`.execute(tx);
}

/** How many warnings it has, whoever sees them. */
export async function countMembers(tx: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from incident_member where incident_id = ${id}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Messages lead to incidents that may be part of another one by now. @returns that one, else the same. */
export async function nowPartOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive part as (
      select id, merged_into from incident where id = ${id}
      union select i.id, i.merged_into from part join incident i on i.id = part.merged_into)
    select id from part where merged_into is null`.execute(db);
  return rows[0]?.id ?? id;
}

/** It is part of another one from now on, if nothing is left in it. */
export async function mergeEmpty(tx: Db, id: string, into: string): Promise<void> {
  await sql`update incident set merged_into = ${into} where id = ${id}
    and not exists (select 1 from incident_member where incident_id = ${id})`.execute(tx);
  await sql`insert into incident_stale (incident_id) values (${id})`.execute(tx);
}
