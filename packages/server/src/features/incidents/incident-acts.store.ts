import type { Feedback } from "@offgrid/contract/incidents/incident-types";
import { type RawBuilder, sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** What people do about incidents (`incident`). */

/**
 * Of the open ones among these. What was acknowledged before is acknowledged anew.
 * @returns how many those were.
 */
export async function acknowledgeAll(
  tx: Db,
  ids: readonly string[],
  { userId, note, untilMs }: { userId: string; note: string | undefined; untilMs: number },
  nowMs: number,
): Promise<number> {
  const { numAffectedRows } =
    await sql`update warning set acknowledged_by = ${userId}, acknowledged_at = ${toTime(nowMs)},
      acknowledged_until = ${toTime(untilMs)}, acknowledge_note = ${note ?? null}
    where id in (select id from warning where id = any(${[...ids]}::text[]) and cleared_at is null
      order by id for update)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Takes back what somebody acknowledged of the open ones among these.
 * @returns how many those were.
 */
export async function withdraw(tx: Db, ids: readonly string[], userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update warning set acknowledged_by = null, acknowledged_at = null, acknowledged_until = null, acknowledge_note = null
    where id in (select id from warning where id = any(${[...ids]}::text[]) and cleared_at is null
      and acknowledged_by = ${userId} order by id for update)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Does somebody look after any of its open warnings? */
export async function isLookedAfter(tx: Db, id: string, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ isSo: boolean }>`
    select exists (select from incident_member m join warning w on w.id = m.warning_id
      where m.incident_id = ${id} and w.cleared_at is null and w.acknowledged_until > ${toTime(nowMs)}) as is_so`.execute(
    tx,
  );
  return rows[0]?.isSo ?? false;
}

/** Not all of it is looked after any more, as of whoever took that back: what is not is reminded of from now on. */
export async function leaveUnattended(tx: Db, id: string, nowMs: number): Promise<void> {
  await sql`update incident set state = 'open', unattended_since = ${toTime(nowMs)}, step = 0
    where id = ${id} and state = 'acknowledged'`.execute(tx);
}

export interface Standing {
  id: string;
  isAcknowledged: boolean;
  /** Open warnings, whoever sees them. */
  open: number;
}

/** How the incident of a warning stands; undefined: it has none, or none yet. */
export async function standingOf(tx: Db, warningId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select i.id, i.state = 'acknowledged' as is_acknowledged, (select count(*)::int from incident_member own
      join warning w on w.id = own.warning_id where own.incident_id = i.id and w.cleared_at is null) as open
    from incident_member m join incident i on i.id = m.incident_id where m.warning_id = ${warningId}`.execute(tx);
  return rows[0];
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

const rankOf = (severity: RawBuilder<unknown>) =>
  sql`array_position(array['info', 'warning', 'critical'], ${severity})`;

/** A person put these there, and there they stay; who put them beside what is there knows of all of it. */
export async function place(
  tx: Db,
  { warningIds, into, userId }: { warningIds: readonly string[]; into: string; userId: string },
  nowMs: number,
): Promise<void> {
  await sql`update incident_member m set seen_by = m.seen_by || jsonb_build_object(${userId}::text, ${rankOf(sql`w.severity`)})
    from warning w where w.id = m.warning_id
      and (m.incident_id = ${into} or m.warning_id = any(${[...warningIds]}::text[]))`.execute(tx);
  await sql`update incident_member set incident_id = ${into}, joined_at = ${toTime(nowMs)}, is_placed = true
    where warning_id = any(${[...warningIds]}::text[])`.execute(tx);
}

/** What is acknowledged only because it joined is not, once it leaves. */
export async function dropJoined(tx: Db, warningId: string): Promise<void> {
  await sql`update warning w set acknowledged_by = null, acknowledged_at = null, acknowledged_until = null,
      acknowledge_note = null
    from incident_member m where w.id = ${warningId} and m.warning_id = w.id
      and m.acknowledged_by_joining_at = w.acknowledged_at`.execute(tx);
}

/** Where the warning of the member `m` is and was, with the incident, from when on and until when. */
const stays = sql`(select m.incident_id, m.joined_at, 'infinity'::timestamptz as left_at
  union all select p.incident_id, p.joined_at, p.left_at from incident_past p where p.warning_id = m.warning_id)`;

/**
 * What people were told of a warning, in the incident that it leaves or in one where it was before, they know of its own: nobody
 * is told again that it began, and they are told of its end. What they were not told of before is news of its own.
 */
export async function carryNotified(
  tx: Db,
  { from, own, warningId }: { from: string; own: string; warningId: string },
  nowMs: number,
): Promise<void> {
  const least = (one: RawBuilder<unknown>) => sql`(array['info', 'warning', 'critical'])[least(
    ${rankOf(one)}, ${rankOf(sql`w.severity`)})]`;
  await sql`insert into incident_notified (incident_id, user_id, severity, notified_at)
    select ${own}, n.user_id, ${least(sql`n.severity`)}, n.notified_at
    from incident_notified n join warning w on w.id = ${warningId}
      join container_scope s on s.container_id = w.container_id and s.user_id = n.user_id and s.may_view
    where n.incident_id = ${from} and n.severity is not null`.execute(tx);
  const { numAffectedRows } = await sql`
    update incident o set told_at = coalesce(i.told_at, news.at), last_news_at = ${toTime(nowMs)},
      told_severity = ${least(sql`coalesce(i.told_severity, w.severity)`)}
    from incident i, incident_member m join warning w on w.id = m.warning_id
      cross join lateral (select max(n.at) as at from ${stays} as stay
        join incident_news n on n.incident_id = stay.incident_id and n.kind <> 'cleared'
          and n.at >= stay.joined_at and n.at < stay.left_at) as news
    where o.id = ${own} and i.id = ${from} and m.warning_id = ${warningId} and news.at is not null
      and not m.is_quiet`.execute(tx);
  if (numAffectedRows === 0n) return;
  await carrySaid(tx, { from, own, warningId }, least);
}

/** The last that each channel has said of a warning since it began was said of its own incident too, and what waits to say it waits for that too. */
async function carrySaid(
  tx: Db,
  { from, own, warningId }: { from: string; own: string; warningId: string },
  least: (one: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const same = sql`d.user_id, d.channel_id, d.channel_kind, ${own}, d.kind, ${least(sql`d.severity`)}, d.state, d.created_at`;
  await sql`insert into delivery (key, user_id, channel_id, channel_kind, incident_id, kind, severity, state, created_at,
      message_id, sent_at, is_maybe_said, about, news_of, said_of, worded_at, is_carried)
    select distinct on (d.channel_id) d.key || ' split ' || ${own}, ${same}, d.message_id, d.sent_at, true, d.about, d.news_of,
      d.said_of, d.worded_at, true
    from incident_member m join warning w on w.id = m.warning_id cross join lateral ${stays} as stay
      join delivery d on d.said_of = stay.incident_id and d.worded_at >= stay.joined_at and d.worded_at < stay.left_at
    where m.warning_id = ${warningId} and d.state = 'sent' and d.is_maybe_said and d.kind <> 'cleared'
      and d.channel_id is not null and not d.is_carried
      and not exists (select from delivery over where over.incident_id = d.incident_id and over.channel_id = d.channel_id
        and over.kind = 'cleared' and over.id > d.id)
    order by d.channel_id, d.id desc`.execute(tx);
  await sql`insert into delivery (key, user_id, channel_id, channel_kind, incident_id, kind, severity, state, created_at,
      due_at, about, news_of)
    select distinct on (d.channel_id) d.key || ' split ' || ${own}, ${same}, d.due_at, jsonb_build_object(
      'content', w.content, 'containerId', c.id, 'containerName', c.name, 'containers', 1), ${own}
    from delivery d join channel ch on ch.id = d.channel_id join warning w on w.id = ${warningId}
      join container c on c.id = w.container_id join incident_member m on m.warning_id = w.id
      join container_scope s on s.container_id = w.container_id and s.user_id = d.user_id and s.may_view
    where d.incident_id = ${from} and d.kind in ('raised', 'escalation') and d.state = 'queued'
      and m.joined_at <= d.created_at and ${rankOf(sql`w.severity`)} >= ${rankOf(sql`ch.severity`)}
      and not exists (select from delivery known where known.incident_id = ${own} and known.channel_id = d.channel_id)
    order by d.channel_id, d.id desc`.execute(tx);
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
