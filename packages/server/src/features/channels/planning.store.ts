import type { PlannedChannel, NotifiedBefore } from "@offgrid/contract/channels/plan-deliveries";
import type { NewsKind, Suppression } from "@offgrid/contract/channels/delivery-moves";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { sql } from "kysely";

import { reachedScope } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";
import { isNothingNew, rankOf } from "./said.store.ts";

/** What has to be told, and to whom: read and written by whoever plans deliveries. */

/** Sets this lock apart from others: "plan" in ASCII. */
const planLock = 0x706c_616e;

/** One plans at a time: what a channel was told before decides what it is told next. */
export async function holdPlanning(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${planLock})`.execute(tx);
}

export interface NewsRow {
  id: string;
  incidentId: string;
  kind: Exclude<NewsKind, "while_dark">;
  step: number;
  isOver: boolean;
  isInhibited: boolean;
}

/** News of incidents that nobody has taken up, in their order, with how those stand now. */
export async function takeIncidentNews(tx: Db, limit: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select n.id::text as id, n.incident_id, n.kind,
      coalesce((n.data ->> 'step')::integer, i.step) as step, i.state = 'resolved' as is_over,
      i.merged_into is not null as is_inhibited
    from incident_news n join incident i on i.id = n.incident_id
    where n.handed_at is null order by n.id limit ${limit} for update of n skip locked`.execute(tx);
  return rows;
}

export async function handIncidentNews(tx: Db, ids: readonly string[], nowMs: number): Promise<void> {
  await sql`update incident_news set handed_at = ${toTime(nowMs)} where id = any(${[...ids]}::bigint[])`.execute(tx);
}

export interface DarkNewsRow {
  id: string;
}

export async function takeDarkNews(tx: Db, limit: number): Promise<DarkNewsRow[]> {
  const { rows } = await sql<DarkNewsRow>`
    select id from dark_news where handed_at is null order by at limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

export async function handDarkNews(tx: Db, ids: readonly string[], nowMs: number): Promise<void> {
  await sql`update dark_news set handed_at = ${toTime(nowMs)} where id = any(${[...ids]}::text[])`.execute(tx);
}

/**
 * Incidents of which nobody is told: all that is open of each began during works, or somebody looks after it, and it has
 * gathered. Each is taken once.
 */
export async function takeHeld(tx: Db, limit: number, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update incident set held_noted_at = ${toTime(nowMs)} where id in (
      select i.id from incident i
      where i.last_news_at is null and i.held_noted_at is null and i.merged_into is null and i.state <> 'resolved'
        and i.gather_until <= ${toTime(nowMs)} and (i.state = 'acknowledged'
          or not exists (select from incident_member m join warning w on w.id = m.warning_id
            where m.incident_id = i.id and not m.is_quiet and (w.cleared_at is null or i.state = 'calm')))
        and exists (select from incident_member m where m.incident_id = i.id)
      order by i.gather_until limit ${limit} for update skip locked)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Of these channels those that have noted so much of late that nobody is told that more stands for nothing. */
export async function listFull(
  tx: Db,
  channelIds: readonly string[],
  most: number,
  sinceMs: number,
): Promise<string[]> {
  const { rows } = await sql<{ channelId: string }>`
    select channel_id from delivery
    where channel_id = any(${[...channelIds]}::text[]) and is_held and created_at > ${toTime(sinceMs)}
    group by channel_id having count(*) >= ${most}`.execute(tx);
  return rows.map(({ channelId }) => channelId);
}

/** A channel with its person, as the plan needs both. */
export interface ReachableRow extends Omit<PlannedChannel, "notified"> {
  userId: string;
  isOwner: boolean;
  isStaff: boolean;
  isMuted: boolean;
  areWorks: boolean;
  /** Of the gravest that they see; `severity` is the least of which the channel tells. */
  seenSeverity: WarningSeverity;
  /** Somebody looks after all that is open of what they see. */
  isAcknowledged: boolean;
  /** It has nothing that is new to them. */
  isNothingNew: boolean;
}

/** Of the gravest among warnings `w`; null: there are none. */
export const gravestOf = sql`(array['info', 'warning', 'critical'])[
  max(array_position(array['info', 'warning', 'critical'], w.severity))]`;

/** Until it lapses, somebody looks after all these warnings `w`. */
export const areAcknowledged = (nowMs: number) =>
  sql`bool_and(coalesce(w.acknowledged_until > ${toTime(nowMs)}, false))`;

const isStaff = sql`'tickets_handle' = any (role.permissions)`;
const ofChannel = sql`ch.id, ch.kind, ch.timing, ch.severity, ch.hours, ch.paused_at is not null as is_paused, ch.user_id`;

/**
 * The channels of everybody who sees something that is open of an incident.
 * @param isHeld Of one of which nobody was told: also where it is over, and as those looked after it who did then.
 */
export async function listReachable(
  tx: Db,
  incidentId: string,
  nowMs: number,
  isHeld = false,
): Promise<ReachableRow[]> {
  const isAcknowledged = isHeld ? sql`bool_and(w.acknowledged_at is not null)` : areAcknowledged(nowMs);
  const { rows } = await sql<ReachableRow>`
    with seen as (
      select s.user_id, bool_or(r.owner_id is not distinct from s.user_id) as is_owner, bool_and(m.is_quiet) as are_works,
        ${gravestOf} as severity, ${isAcknowledged} as is_acknowledged,
        bool_and(exists (select 1 from warning_mute mute where mute.rule_id = w.rule_id
          and mute.container_id = w.container_id and mute.user_id = s.user_id and mute.until > ${toTime(nowMs)})) as is_muted
      from incident_member m join warning w on w.id = m.warning_id left join warning_rule r on r.id = w.rule_id
        join ${reachedScope} s on s.container_id = w.container_id
      where m.incident_id = ${incidentId} and (${isHeld} or w.cleared_at is null)
        and exists (select 1 from channel where channel.user_id = s.user_id)
      group by s.user_id
    )
    select ${ofChannel}, seen.is_owner, ${isStaff} as is_staff, seen.are_works,
      seen.severity as seen_severity, seen.is_acknowledged,
      seen.is_muted or exists (select 1 from incident_mute mute where mute.incident_id = ${incidentId}
        and mute.user_id = ch.user_id and mute.until > ${toTime(nowMs)}) as is_muted,
      ${isNothingNew({ incidentId: sql`${incidentId}`, channelId: sql`ch.id`, userId: sql`ch.user_id` })} as is_nothing_new
    from seen join channel ch on ch.user_id = seen.user_id join app_user u on u.id = ch.user_id
      join role on role.id = u.effective_role`.execute(tx);
  return rows;
}

/** The channels that were told something of an incident. Of who sees nothing of it any more, as grave as they were told. */
export async function listNotified(tx: Db, incidentId: string): Promise<ReachableRow[]> {
  const { rows } = await sql<ReachableRow>`
    select ${ofChannel}, false as is_owner, false as is_staff, false as are_works, false as is_muted,
      coalesce((select ${gravestOf} from incident_member m join warning w on w.id = m.warning_id
        join ${reachedScope} s on s.container_id = w.container_id and s.user_id = ch.user_id
        where m.incident_id = ${incidentId}), told.severity) as seen_severity, false as is_acknowledged, false as is_nothing_new
    from (select distinct on (channel_id) channel_id, severity from delivery where incident_id = ${incidentId}
        order by channel_id, id desc) as told join channel ch on ch.id = told.channel_id`.execute(tx);
  return rows;
}

/** The channels of those whom it concerns what would have warned while a container was dark. */
export async function listConcerned(tx: Db, darkNewsId: string): Promise<ReachableRow[]> {
  const { rows } = await sql<ReachableRow>`
    select ${ofChannel}, true as is_owner, ${isStaff} as is_staff, false as are_works, false as is_muted,
      n.severity as seen_severity, false as is_acknowledged, false as is_nothing_new
    from dark_news n join ${reachedScope} s on s.container_id = n.container_id and s.user_id = any (n.user_ids)
      join channel ch on ch.user_id = s.user_id join app_user u on u.id = ch.user_id join role on role.id = u.effective_role
    where n.id = ${darkNewsId}`.execute(tx);
  return rows;
}

/** What channels were told of an incident, in order; held until the transaction is over. */
export async function holdNotified(tx: Db, incidentId: string): Promise<Map<string, NotifiedBefore[]>> {
  const { rows } = await sql<NotifiedBefore & { channelId: string }>`
    select id, channel_id, kind, state, is_maybe_said from delivery
    where incident_id = ${incidentId} and channel_id is not null order by id for update`.execute(tx);
  const notified = new Map<string, NotifiedBefore[]>();
  for (const { channelId, ...one } of rows) notified.set(channelId, [...(notified.get(channelId) ?? []), one]);
  return notified;
}

export interface NewDelivery {
  key: string;
  userId: string;
  channelId: string;
  channelKind: string;
  severity: WarningSeverity;
  suppressed: Suppression | null;
}

/** The same key is written once. */
export async function insertDeliveries(
  tx: Db,
  about: { incidentId: string | null; darkNewsId: string | null; kind: NewsKind; isHeld?: boolean },
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const { incidentId, darkNewsId, kind, isHeld = false } = about;
  const gravestFirst = sql`order by ${rankOf(sql`w.severity`)} desc, w.raised_at, w.id`;
  await sql`
    with seen as (
      select s.user_id, jsonb_build_object('content', (array_agg(w.content ${gravestFirst}))[1],
        'containerId', (array_agg(c.id ${gravestFirst}))[1], 'containerName', (array_agg(c.name ${gravestFirst}))[1],
        'containers', count(distinct c.id)) as about
      from incident_member m join warning w on w.id = m.warning_id join container c on c.id = w.container_id
        join ${reachedScope} s on s.container_id = c.id and s.user_id = any(${[...new Set(deliveries.map(({ userId }) => userId))]}::text[])
      where m.incident_id = ${incidentId} and (w.cleared_at is null or ${isHeld} or ${kind} = 'cleared') group by s.user_id
      union all select s.user_id, jsonb_build_object('content', null, 'containerId', c.id, 'containerName', c.name,
        'containers', 1)
      from dark_news n join container c on c.id = n.container_id join ${reachedScope} s on s.container_id = c.id
      where n.id = ${darkNewsId})
    insert into delivery (key, user_id, channel_id, channel_kind, incident_id, dark_news_id, kind, severity, state,
      reason, due_at, created_at, news_of, about, is_held)
    select key, d.user_id, channel_id, channel_kind, ${incidentId}, ${darkNewsId}, ${kind}, severity,
      case when suppressed is null then 'queued' else 'suppressed' end, suppressed,
      case when suppressed is null then ${toTime(nowMs)} end, ${toTime(nowMs)}, ${incidentId}, seen.about, ${isHeld}
    from unnest(${deliveries.map(({ key }) => key)}::text[], ${deliveries.map(({ userId }) => userId)}::text[],
      ${deliveries.map(({ channelId }) => channelId)}::text[], ${deliveries.map(({ channelKind }) => channelKind)}::text[],
      ${deliveries.map(({ severity }) => severity)}::text[], ${deliveries.map(({ suppressed }) => suppressed)}::text[])
      as d (key, user_id, channel_id, channel_kind, severity, suppressed) left join seen on seen.user_id = d.user_id
    on conflict (key) do nothing`.execute(tx);
}

/** What waits is not sent. */
export async function suppress(
  tx: Db,
  ended: readonly { id: number; reason: Suppression }[],
  nowMs: number,
): Promise<void> {
  if (ended.length === 0) return;
  await sql`update delivery d set state = 'suppressed', reason = e.reason, due_at = null, ended_at = ${toTime(nowMs)}
    from unnest(${ended.map(({ id }) => id)}::bigint[], ${ended.map(({ reason }) => reason)}::text[]) as e (id, reason)
    where d.id = e.id and d.state in ('queued', 'retrying')`.execute(tx);
}
