import type { Incident } from "@offgrid/contract/incidents/incidents.schema";
import type { IncidentCause, IncidentState } from "@offgrid/contract/incidents/incident-types";
import { cutAttribute } from "@offgrid/contract/warnings/cut-attribute";
import { powerAttributes } from "@offgrid/contract/warnings/power-first";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import type { RaisedBy } from "@offgrid/contract/warnings/warnings.schema";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { ofEvent } from "../notifications/notifications.store.ts";
import { cutAt, cutFirst } from "../warnings/cut-first.ts";
import { readRaisedBy } from "../warnings/raised-by.store.ts";

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
  foundAt: Date | null;
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
  quiet: number;
  darkOpen: number;
  isUnread: boolean;
  acknowledgedBy: string | null;
  acknowledgedName: string | null;
  acknowledgedAt: Date | null;
  acknowledgedUntil: Date | null;
  acknowledgeNote: string | null;
  mutedUntil: Date | null;
  worstId: string;
  worstContainer: string;
  worstContent: string;
  worstAttribute: string | null;
  worstValue: number | null;
  worksId: string | null;
  worksState: "planned" | "active" | "overrun";
  worksBy: string;
  worksByName: string | null;
  worksReason: string;
  worksFrom: Date;
  worksUntil: Date;
  worksContainers: number;
}

/** The same as ranks, so that the gravest is the greatest. */
const rank = sql`array_position(array['info', 'warning', 'critical'], w.severity)`;

/** What was found first is what it was raised by, and since when that is so is what is said of it: others may be so for longer. */
const firstRaised = sql`coalesce(w.found_at, w.raised_at), w.raised_at, w.id`;

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
    select i.id, i.cause_key,
      -- What explained the darkness of others explains nothing once what was dark was taken out.
      case when i.cause in ('operator', 'cluster', 'container') and own.dark_total = 0 then 'single' else i.cause end as cause, i.reopened, i.resolved_at, i.began_at as by_age, own.*,
      (array['info', 'warning', 'critical'])[coalesce(own.rank_open, own.rank_ever)] as severity,
      case when own.open = 0 and i.state = 'resolved' then 'resolved' when own.open = 0 then 'calm'
        when own.is_attended then 'acknowledged' else 'open' end as state
    from incident i join lateral (
      select count(*)::int as total, count(*) filter (where w.cleared_at is null)::int as open,
        count(distinct w.container_id)::int as containers_total,
        count(distinct w.container_id) filter (where w.cleared_at is null)::int as containers_open,
        count(*) filter (where m.is_dark) as dark_total,
        count(distinct w.container_id) filter (where m.is_dark and w.cleared_at is null)::int as dark_open,
        count(*) filter (where m.is_quiet and w.cleared_at is null)::int as quiet,
        (array_agg(distinct w.container_id) filter (where w.cleared_at is null))[1:1000] as open_ids,
        (array_agg(w.raised_at order by ${firstRaised}))[1] as began_at, max(w.cleared_at) as cleared_at,
        max(${rank}) filter (where w.cleared_at is null) as rank_open, max(${rank}) as rank_ever,
        bool_and(coalesce(w.acknowledged_until > ${toTime(nowMs)}, false)) filter (where w.cleared_at is null) as is_attended,
        coalesce(bool_and(m.is_quiet) filter (where w.cleared_at is null), false) as is_quiet,
        (array_agg(w.id order by ${firstRaised}))[1] as first_id,
        (array_agg(w.id order by w.cleared_at is null desc, ${cutFirst("w.attribute")} desc, ${rank} desc, w.raised_at, w.id))[1] as worst_id,
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

/** Its line says that loads are cut, which its worst warning says and its first one may not. */
const namesCut = sql`(s.cause = 'cut' and s.open > 0 and worst.attribute = ${cutAttribute})`;

/** What is announced at its containers with open warnings: what is under way and ends last, else what begins first. */
const announcedWorks = sql`select o.id as works_id, o.state as works_state, o.user_id as works_by, ${nameOfUser} as works_by_name,
    o.reason as works_reason, o.starts_at as works_from, o.ends_at as works_until,
    -- The rank from both ends: each container counts once, also with several planned works.
    (dense_rank() over (partition by o.state = 'planned' order by o.container_id)
      + dense_rank() over (partition by o.state = 'planned' order by o.container_id desc) - 1)::int as works_containers
  from works o left join app_user u on u.id = o.user_id
  where o.container_id = any(s.open_ids) and o.state in ('planned', 'active', 'overrun')
  order by o.state = 'planned', case when o.state = 'planned' then o.starts_at end, o.ends_at desc, o.id limit 1`;

/** When it was raised is when its first warning was; since when it was so already is of the one that its line names. */
const since = sql`case when ${namesCut} then case when worst.found_at is null then coalesce(w.found_at, w.raised_at)
      else least(coalesce(w.found_at, w.raised_at), worst.raised_at) end else w.raised_at end as began_at,
    case when ${namesCut} then case when worst.found_at is not null then coalesce(w.found_at, w.raised_at) end
      else w.found_at end as found_at`;

interface Window {
  limit: number;
  offset: number;
}

/** Those that go on first, worst first; then what is over, newest first, of which no more is read than is listed. */
export async function listIncidents(
  db: Db,
  viewer: Viewer,
  query: IncidentQuery,
  window: Window,
  nowMs: number,
): Promise<z.input<typeof Incident>[]> {
  if (query.state !== undefined || query.id !== undefined) return readPage(db, viewer, query, window, nowMs);
  const goingOn = { ...query, state: "going_on" } as const;
  const first = await countIncidents(db, viewer, goingOn, nowMs);
  const { limit, offset } = window;
  const now = offset < first ? await readPage(db, viewer, goingOn, window, nowMs) : [];
  const rest = { limit: limit - now.length, offset: Math.max(0, offset - first) };
  if (rest.limit === 0) return now;
  return [...now, ...(await readPage(db, viewer, { ...query, state: "over" }, rest, nowMs))];
}

async function readPage(
  db: Db,
  viewer: Viewer,
  query: IncidentQuery,
  { limit, offset }: Window,
  nowMs: number,
): Promise<z.input<typeof Incident>[]> {
  const visible = visibleContainers(db, viewer);
  const { rows } = await sql<ListedIncident>`
    select s.id, s.state, s.cause, coalesce(${subject}, w.rule_name) as subject_id,
      case s.cause when 'operator' then substr(s.cause_key, 10)
        when 'cluster' then (select name from cluster where id = substr(s.cause_key, 9))
        when 'rule' then concat_ws(' · ', w.rule_name, (select k.name from cluster k where k.id = first.cluster_id))
        when 'change' then split_part(s.cause_key, ':', 3) else c.name end as subject_name,
      w.content, w.container_id, c.name as container_name, c.zone_name, s.severity, ${since}, s.resolved_at,
      case when s.open = 0 then s.cleared_at end as calm_at, s.open, s.total, s.containers_open, s.containers_total,
      coalesce(s.open_ids, '{}') as container_ids,
      case s.cause
        when 'operator' then (select count(*) from container o join sim_card card on card.container_id = o.id
          where o.removed_at is null and card.operator = substr(s.cause_key, 10) and o.id in ${visible})
        when 'cluster' then (select count(*) from container o
          where o.removed_at is null and o.cluster_id = substr(s.cause_key, 9) and o.id in ${visible}) end::int as containers_of,
      s.reopened, s.is_quiet, s.quiet, s.dark_open, exists (select from notification n join event e on ${ofEvent} where n.incident_id = s.id
        and n.user_id = ${viewer.userId} and n.kind = 'warning' and n.read_at is null and e.container_id in ${visible}) as is_unread,
      a.acknowledged_by, ${nameOfUser} as acknowledged_name, a.acknowledged_at, a.acknowledged_until,
      a.acknowledge_note, mute.until as muted_until, works.*,
      s.worst_id, worst_at.name as worst_container, worst.content as worst_content, worst.attribute as worst_attribute,
      worst.value as worst_value
    from (${seenIncidents(db, viewer, query, nowMs)}) as s
      join warning w on w.id = s.first_id join container c on c.id = w.container_id
      join incident_member first on first.warning_id = s.first_id
      join warning worst on worst.id = s.worst_id join container worst_at on worst_at.id = worst.container_id
      left join warning a on a.id = s.acknowledged_id and (s.state <> 'open' or a.acknowledged_until <= ${toTime(nowMs)})
      left join app_user u on u.id = a.acknowledged_by
      left join incident_mute mute on mute.incident_id = s.id and mute.user_id = ${viewer.userId}
        and mute.until > ${toTime(nowMs)}
      left join lateral (${announcedWorks}) as works on true
    where ${filtered(query)}
    order by ${query.state === "over" || query.state === "resolved" ? newestFirst : worstFirst}
    limit ${limit} offset ${offset}`.execute(db);
  const raisedBy = await readRaisedBy(
    db,
    rows.map(({ worstId }) => worstId),
  );
  return rows.map((row) => toIncident(row, raisedBy.get(row.worstId) ?? null));
}

/** The gravest first; of those loads without power, then those that will be, then what may cost loads their power. */
const worstFirst = sql`s.rank_open desc nulls last, ${cutFirst("worst.attribute")} desc, ${cutAt("worst")} nulls last, s.state = 'acknowledged',
  coalesce(worst.attribute = any(${powerAttributes}), false) desc, s.began_at desc, s.id`;
/** By the index of all incidents, not by what each person sees of them. */
const newestFirst = sql`s.by_age desc, s.id`;

/** @param most Where so many are found, no more are counted; left out: all are. */
export async function countIncidents(
  db: Db,
  viewer: Viewer,
  query: IncidentQuery,
  nowMs: number,
  most?: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${seenIncidents(db, viewer, query, nowMs)}) as s
      where ${filtered(query)} limit ${most ?? null}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

function toIncident(listed: ListedIncident, raisedBy: RaisedBy | null): z.input<typeof Incident> {
  const { subjectId, subjectName, acknowledgedName, isUnread, ...rest } = listed;
  const { worstId, worstContainer, worstContent, worstAttribute, worstValue, ...others } = rest;
  const { worksId, worksState, worksBy, worksByName, worksReason, worksFrom, worksUntil, worksContainers, ...row } =
    others;
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...row,
    subject: { id: subjectId, name: subjectName },
    beganAt: row.beganAt.toISOString(),
    foundAt: at(row.foundAt),
    calmAt: at(row.calmAt),
    resolvedAt: row.state === "resolved" ? at(row.resolvedAt) : null,
    acknowledgedBy: row.acknowledgedBy === null ? null : { userId: row.acknowledgedBy, name: acknowledgedName },
    acknowledgedAt: at(row.acknowledgedAt),
    acknowledgedUntil: at(row.acknowledgedUntil),
    mutedUntil: at(row.mutedUntil),
    worst: {
      id: worstId,
      containerName: worstContainer,
      content: worstContent,
      attribute: worstAttribute,
      value: worstValue,
      raisedBy,
    },
    works:
      worksId === null
        ? null
        : {
            worksId,
            state: worksState,
            by: { userId: worksBy, name: worksByName },
            reason: worksReason,
            since: worksFrom.toISOString(),
            until: worksUntil.toISOString(),
            containers: worksContainers,
          },
    read: !isUnread,
  };
}

interface SeenMember {
  id: string;
  containerId: string;
  containerName: string;
  content: string;
  raisedMs: number;
  isOpen: boolean;
}

/** The warnings of an incident that somebody sees: open ones first, each group newest first. */
export async function listMembers(db: Db, viewer: Viewer, incidentId: string, limit: number): Promise<SeenMember[]> {
  const { rows } = await sql<SeenMember>`
    select w.id, w.container_id, w.content, c.name as container_name, round(date_part('epoch', w.raised_at) * 1000) as raised_ms,
      w.cleared_at is null as is_open
    from incident_member m join warning w on w.id = m.warning_id join container c on c.id = w.container_id
    where m.incident_id = ${incidentId} and w.container_id in ${visibleContainers(db, viewer)}
    order by w.cleared_at is null desc, w.raised_at desc, w.id limit ${limit}`.execute(db);
  return rows;
}

export async function namesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select u.id, ${nameOfUser} as name from app_user u where u.id = any(${[...userIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
