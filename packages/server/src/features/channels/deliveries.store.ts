import type { SendProblem } from "@offgrid/contract/channels/channel-kinds";
import { type DeliveryFailure, type NewsKind, statesBefore } from "@offgrid/contract/channels/delivery-moves";
import type { DueDelivery } from "@offgrid/contract/channels/plan-deliveries";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { type RawBuilder, sql } from "kysely";

import { reachedScope } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import type { ChannelRow } from "./channels.store.ts";
import type { MessageItem, NotifiedDark, NotifiedWarning } from "./message.ts";
import { areAcknowledged, gravestOf } from "./planning.store.ts";
import { hasSaid, isNothingNew, rankOf } from "./said.store.ts";

/** What channels are told (`delivery`), claimed by whoever sends it. */

const before = (event: Parameters<typeof statesBefore>[0]) => sql`${statesBefore(event)}::text[]`;

/**
 * Whether the delivery `notified` comes before `d`, which is said now. What waited, such as for the morning, may have become news
 * before what was said meanwhile of another incident that is the same one now.
 */
const isBefore = sql`(notified.id < d.id or (d.kind <> 'cleared' and notified.id <> d.id))`;

export type SpeakingChannel = Pick<
  ChannelRow,
  "id" | "userId" | "kind" | "name" | "sealed" | "hours" | "template" | "spokenAt"
>;

/**
 * A channel for which something is due, and by which nobody is sending; held until the transaction is over. Whoever plans
 * may refer to it meanwhile.
 */
export async function holdChannelWithDue(tx: Db, nowMs: number): Promise<SpeakingChannel | undefined> {
  const { rows } = await sql<SpeakingChannel>`
    select ch.id, ch.user_id, ch.kind, ch.name, ch.sealed, ch.hours, ch.template, ch.spoken_at from channel ch
    where ch.id in (select channel_id from delivery where due_at <= ${toTime(nowMs)} and state = any (${before("claimed")}))
      and not exists (select 1 from delivery d where d.channel_id = ch.id and d.state = 'sending')
    limit 1 for no key update skip locked`.execute(tx);
  return rows[0];
}

/**
 * What is due for a channel, with how its incident stands now and what its person sees of it. What waits is there
 * too: it goes with what is critical, and of one incident it does not come after what is graver.
 */
export async function holdDue(tx: Db, channelId: string, nowMs: number): Promise<DueDelivery[]> {
  const seen = sql`from incident_member m join warning w on w.id = m.warning_id join container c on c.id = w.container_id
    join ${reachedScope} s on s.container_id = w.container_id and s.user_id = d.user_id where m.incident_id = d.incident_id`;
  const darkSeen = sql`exists (select 1 from dark_news n join ${reachedScope} s on s.container_id = n.container_id
    and s.user_id = d.user_id where n.id = d.dark_news_id)`;
  const { rows } = await sql<DueDelivery>`
    select d.id, coalesce(d.incident_id, d.dark_news_id) as incident_id, d.kind,
      coalesce((select ${gravestOf} ${seen} and (w.cleared_at is null or d.kind = 'cleared')), d.severity) as severity,
      case when d.incident_id is null then ${darkSeen} else exists (select 1 ${seen}) end as is_visible,
      d.incident_id is not null and d.kind <> 'cleared' and (i.state = 'resolved'
        or exists (select 1 from delivery later where later.channel_id = d.channel_id and later.incident_id = d.incident_id
          and later.id > d.id and later.kind = 'cleared')
        or (exists (select 1 ${seen}) and not exists (select 1 ${seen} and w.cleared_at is null))) as is_over,
      coalesce((select ${areAcknowledged(nowMs)} ${seen} and w.cleared_at is null), false) as is_acknowledged,
      coalesce((select ${areAcknowledged(nowMs)} and bool_and(w.acknowledged_by is not distinct from d.user_id)
        ${seen} and w.cleared_at is null), false) as is_own_care,
      coalesce(i.merged_into is not null, false) as is_inhibited,
      coalesce((select bool_and(m.is_quiet or c.works is not null) ${seen} and w.cleared_at is null), false) as are_works,
      coalesce((select bool_and(exists (select 1 from warning_mute mute where mute.rule_id = w.rule_id
          and mute.container_id = w.container_id and mute.user_id = d.user_id and mute.until > ${toTime(nowMs)}))
        ${seen} and w.cleared_at is null), false) or exists (select 1 from incident_mute mute
          where mute.incident_id = d.incident_id and mute.user_id = d.user_id and mute.until > ${toTime(nowMs)}) as is_muted,
      exists (select 1 from delivery notified where notified.channel_id = d.channel_id and notified.incident_id = d.incident_id
        and ${isBefore} and notified.kind <> 'cleared' and notified.is_maybe_said
        and not exists (select 1 from delivery over where over.channel_id = d.channel_id
          and over.incident_id = d.incident_id and over.kind = 'cleared' and over.id > notified.id and over.id < d.id)
      ) as was_notified,
      exists (select 1 from delivery told where told.channel_id = d.channel_id and told.incident_id = d.incident_id
        and told.is_maybe_said and told.severity = 'critical') as is_known,
      d.kind = 'changed' and ${isNothingNew({ incidentId: sql`d.incident_id`, channelId: sql`d.channel_id`, userId: sql`d.user_id`, but: sql`d.id` })}
        as is_nothing_new
    from delivery d left join incident i on i.id = d.incident_id
    where d.channel_id = ${channelId} and ((d.due_at <= ${toTime(nowMs)} and d.state = any (${before("claimed")}))
      or d.state = 'queued')
    order by d.id for update of d`.execute(tx);
  return rows;
}

export async function postpone(tx: Db, waits: readonly { id: number; dueMs: number }[]): Promise<void> {
  if (waits.length === 0) return;
  await sql`update delivery d set due_at = to_timestamp(w.due / 1000)
    from unnest(${waits.map(({ id }) => id)}::bigint[], ${waits.map(({ dueMs }) => dueMs)}::float8[]) as w (id, due)
    where d.id = w.id`.execute(tx);
}

/** As grave as they are said to be. @param times.untilMs When it counts as sent by a process that has died. */
export async function markSending(
  tx: Db,
  said: readonly Pick<DueDelivery, "id" | "severity">[],
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<void> {
  const ids = said.map(({ id }) => id);
  await sql`update delivery d set state = 'sending', attempts = attempts + 1, due_at = ${toTime(untilMs)},
      message_id = ${Math.min(...ids)}, severity = s.severity, worded_at = ${toTime(nowMs)}, said_of = incident_id
    from unnest(${ids}::bigint[], ${said.map(({ severity }) => severity)}::text[]) as s (id, severity)
    where d.id = s.id and d.state = any (${before("claimed")})`.execute(tx);
}

const ofMessage = (messageId: number) => sql`message_id = ${messageId} and state = 'sending'`;

/** @returns whether it was still this process that was sending. */
export async function markSent(tx: Db, messageId: number, nowMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update delivery set state = 'sent', reason = null, due_at = null,
      sent_at = ${toTime(nowMs)}, is_maybe_said = true where ${ofMessage(messageId)}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export interface Attempted {
  id: number;
  attempts: number;
  createdMs: number;
}

export async function listSending(tx: Db, messageId: number): Promise<Attempted[]> {
  const { rows } = await sql<Attempted>`
    select id, attempts, round(date_part('epoch', created_at) * 1000) as created_ms from delivery
    where ${ofMessage(messageId)} for update`.execute(tx);
  return rows;
}

/** @param failed `dueMs` is when it is tried again; undefined: never. */
export async function markFailed(
  tx: Db,
  id: number,
  { problem, dueMs, nowMs }: { problem: DeliveryFailure; dueMs: number | undefined; nowMs: number },
): Promise<void> {
  const maybe = problem === "unanswered" || problem === "interrupted";
  await sql`update delivery set state = ${dueMs === undefined ? "failed" : "retrying"}, reason = ${problem},
      due_at = ${dueMs === undefined ? null : toTime(dueMs)}, ended_at = ${dueMs === undefined ? toTime(nowMs) : null},
      is_maybe_said = is_maybe_said or ${maybe}
    where id = ${id} and state = 'sending'`.execute(tx);
}

/** What a process was sending when it died: nobody knows whether it went out, and it is not sent again. */
export async function failInterrupted(tx: Db, nowMs: number): Promise<number> {
  const { rows } = await sql<{ channelId: string | null }>`
    update delivery set state = 'failed', reason = 'interrupted', due_at = null, ended_at = ${toTime(nowMs)},
      is_maybe_said = true
    where state = any (${before("died")}) and due_at <= ${toTime(nowMs)}
    returning channel_id`.execute(tx);
  const channels = rows.flatMap(({ channelId }) => channelId ?? []);
  await sql`update channel set spoken_at = ${toTime(nowMs)} where id = any(${channels}::text[])`.execute(tx);
  return rows.length;
}

export async function noteSpoken(tx: Db, channelId: string, nowMs: number): Promise<void> {
  await sql`update channel set failures = 0, spoken_at = ${toTime(nowMs)} where id = ${channelId}`.execute(tx);
}

/** @returns how often it has failed in a row now. */
export async function noteFailure(
  tx: Db,
  channelId: string,
  { maybeSaidMs }: { maybeSaidMs: number | undefined },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update channel set failures = failures + 1,
      spoken_at = ${maybeSaidMs === undefined ? sql.ref("spoken_at") : toTime(maybeSaidMs)}
    where id = ${channelId} returning failures`.execute(tx);
  return rows[0]?.failures ?? 0;
}

/** It says nothing any more, and what waits for it is not sent. @returns false: it was paused already, or is gone. */
export async function pause(tx: Db, channelId: string, reason: SendProblem, nowMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update channel set paused_at = ${toTime(nowMs)}, pause_reason = ${reason}
    where id = ${channelId} and paused_at is null`.execute(tx);
  await sql`update delivery set state = 'suppressed', reason = 'paused', due_at = null, ended_at = ${toTime(nowMs)}
    where channel_id = ${channelId} and state = any (${before("suppressed")})`.execute(tx);
  return numAffectedRows === 1n;
}

/** So many warnings of an incident are named; there may be hundreds. */
const mostNamed = 20;

interface ItemRow {
  deliveryId: number;
  incidentId: string | null;
  kind: NewsKind;
  severity: WarningSeverity;
  isFirst: boolean;
  containers: number;
  warnings: NotifiedWarning[] | null;
  dark: NotifiedDark | null;
}

const inMs = (column: RawBuilder<unknown>) => sql`round(date_part('epoch', ${column}) * 1000)`;

/** What a message says, as its person sees it now: first what is graver than what its channel has told, then what is new. */
export async function readItems(db: Db, messageId: number): Promise<MessageItem[]> {
  const { rows } = await sql<ItemRow>`
    select d.id as delivery_id, d.incident_id, d.kind, coalesce(seen.warnings -> 0 ->> 'severity', d.severity) as severity,
      not exists (select 1 from delivery notified where notified.channel_id = d.channel_id and notified.incident_id = d.incident_id
        and ${isBefore} and notified.is_maybe_said) as is_first,
      coalesce(seen.containers, 0) as containers, seen.warnings,
      (select n.data || jsonb_build_object('containerName', c.name) from dark_news n join container c on c.id = n.container_id
        where n.id = d.dark_news_id) as dark
    from delivery d left join lateral (
      select max(${rankOf(sql`t.severity`)}) as rank, max(coalesce(t.sent_at, t.created_at)) as at from delivery t
      where t.channel_id = d.channel_id and t.incident_id = d.incident_id and t.id < d.id and t.is_maybe_said
    ) as told on true left join lateral (
      select max(one.containers)::int as containers, jsonb_agg(one.warning order by one.place) as warnings
      from (select dense_rank() over (order by w.container_id)
          + dense_rank() over (order by w.container_id desc) - 1 as containers,
          row_number() over (order by
            d.kind = 'changed' and ${rankOf(sql`w.severity`)} > coalesce(told.rank, 0) desc,
            d.kind = 'changed' and coalesce(m.joined_at > told.at, false) and not ${hasSaid(sql`d.channel_id`, sql`d.id`)} desc,
            ${rankOf(sql`w.severity`)} desc, w.raised_at, w.id) as place,
          jsonb_build_object('containerId', c.id, 'containerName', c.name, 'zoneName', c.zone_name, 'content', w.content,
            'note', w.note, 'severity', w.severity, 'attribute', w.attribute, 'value', w.value,
            'raisedMs', ${inMs(sql`w.raised_at`)}, 'clearedMs', ${inMs(sql`w.cleared_at`)}, 'closeReason', w.close_reason, 'rule', r.rule,
            'ruleId', r.id, 'ruleName', w.rule_name, 'ownerName', ${nameOfUser}, 'clusterId', c.cluster_id, 'kitId', c.kit_id,
            'ruleShown', case when r.owner_id = d.user_id then 'own' when r.id is not null and exists (
              select from app_user me join role on role.id = me.effective_role
              where me.id = d.user_id and 'rules_others' = any (role.permissions)) then 'others' end) as warning
        from incident_member m join warning w on w.id = m.warning_id join container c on c.id = w.container_id
          join ${reachedScope} s on s.container_id = w.container_id and s.user_id = d.user_id
          left join warning_rule r on r.id = w.rule_id left join app_user u on u.id = r.owner_id
        where m.incident_id = d.incident_id and (w.cleared_at is null or d.kind = 'cleared')) as one
      where one.place <= ${mostNamed}) as seen on d.incident_id is not null
    where d.message_id = ${messageId} and d.state = 'sending' order by d.id`.execute(db);
  return rows.map(({ warnings, ...row }) => ({ ...row, warnings: warnings ?? [] }));
}
