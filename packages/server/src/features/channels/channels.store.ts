import type { ChannelHours } from "@offgrid/contract/channels/channel-hours";
import type { ChannelKind, ChannelTiming, SendProblem } from "@offgrid/contract/channels/channel-kinds";
import type { DeliveryFailure } from "@offgrid/contract/channels/delivery-moves";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import type { Listener } from "./message.ts";

/** Ways by which people are reached (`channel`). */

export interface ChannelRow {
  id: string;
  userId: string;
  kind: ChannelKind;
  name: string;
  sealed: Buffer;
  severity: WarningSeverity;
  timing: ChannelTiming;
  hours: ChannelHours | null;
  template: string | null;
  pausedAt: Date | null;
  pauseReason: SendProblem | null;
  testedAt: Date | null;
  testResult: "ok" | SendProblem | null;
  spokenAt: Date | null;
}

const columns = sql`id, user_id, kind, name, sealed, severity, timing, hours, template, paused_at, pause_reason,
  tested_at, test_result, spoken_at`;

export interface ListedChannel extends ChannelRow {
  /** Of the last message but tests that it tried to send; null: not known. */
  deliveredAt: Date | null;
  /** Null: that was sent. */
  deliveryProblem: DeliveryFailure | null;
}

/**
 * A failure before a test that succeeded, or on the way to where it led before, is none any more; those that are no fault of
 * the channel are not counted with it.
 */
const lastDelivery = sql`(select coalesce(d.sent_at, d.ended_at, d.worded_at, d.created_at) as delivered_at,
    d.reason as delivery_problem
  from delivery d where d.channel_id = channel.id and d.kind <> 'test' and not d.is_carried and (d.state = 'sent'
    or (d.state in ('retrying', 'failed') and (channel.failures > 0 or d.reason in ('interrupted', 'day_limit'))))
  order by 1 desc, d.id desc limit 1)`;

export async function listChannels(db: Db, userId: string): Promise<ListedChannel[]> {
  const { rows } = await sql<ListedChannel>`
    select ${columns}, delivered_at, delivery_problem from channel left join lateral ${lastDelivery} as last on true
    where user_id = ${userId} order by lower(name), id`.execute(db);
  return rows;
}

/** One of a person's own, which nobody else changes until the transaction is over. */
export async function holdChannel(tx: Db, userId: string, id: string): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${columns} from channel where user_id = ${userId} and id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function findChannel(db: Db, userId: string, id: string): Promise<ListedChannel | undefined> {
  return (await listChannels(db, userId)).find((channel) => channel.id === id);
}

/** Is somebody reached by mail, whatever becomes of this channel? */
export async function hasOtherMail(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from channel where user_id = ${userId} and kind = 'mail' and id <> ${id} and paused_at is null`.execute(db);
  return rows.length > 0;
}

type Saved = Pick<
  ChannelRow,
  "id" | "userId" | "kind" | "name" | "sealed" | "severity" | "timing" | "hours" | "template"
> & {
  targetHash: Buffer;
  /** It leads somewhere else than before: what came of it there says nothing any more. */
  isMoved: boolean;
};

export async function saveChannel(tx: Db, channel: Saved, nowMs: number): Promise<void> {
  const { id, userId, kind, name, sealed, targetHash, severity, timing, hours, template, isMoved } = channel;
  const unlessMoved = (column: string, other = "null") => (isMoved ? sql.raw(other) : sql.ref(`channel.${column}`));
  await sql`insert into channel (id, user_id, kind, name, sealed, target_hash, severity, timing, hours, template, created_at)
    values (${id}, ${userId}, ${kind}, ${name}, ${sealed}, ${targetHash}, ${severity}, ${timing},
      ${hours && JSON.stringify(hours)}, ${template}, ${toTime(nowMs)})
    on conflict (id) do update set name = excluded.name, sealed = excluded.sealed, target_hash = excluded.target_hash,
      severity = excluded.severity, timing = excluded.timing, hours = excluded.hours, template = excluded.template,
      failures = ${unlessMoved("failures", "0")}, paused_at = ${unlessMoved("paused_at")},
      pause_reason = ${unlessMoved("pause_reason")}, tested_at = ${unlessMoved("tested_at")},
      test_result = ${unlessMoved("test_result")}`.execute(tx);
}

/** The notice that it is paused has been dealt with. */
export async function readPause(tx: Db, userId: string, id: string, nowMs: number): Promise<void> {
  await sql`update notification n set read_at = ${toTime(nowMs)} from event e
    where n.user_id = ${userId} and n.read_at is null and n.event_id = e.id and n.created_at = e.received_at
      and e.container_id is null and e.code = 'channel.paused' and e.data ->> 'channelId' = ${id}`.execute(tx);
}

/** What waits for it is not sent; what became of the rest stays. */
export async function removeChannel(tx: Db, userId: string, id: string): Promise<boolean> {
  await sql`update delivery set state = 'suppressed', reason = 'superseded', due_at = null
    where channel_id = ${id} and user_id = ${userId} and state in ('queued', 'retrying')`.execute(tx);
  const { numAffectedRows } = await sql`delete from channel where user_id = ${userId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

/** A test that succeeds lets a paused one go on; one that fails is its person's, and no failure of the channel in a row. */
export async function noteTest(tx: Db, id: string, result: "ok" | SendProblem, nowMs: number): Promise<void> {
  const ifOk = (column: string, other: string) => (result === "ok" ? sql.raw(other) : sql.ref(column));
  await sql`update channel set tested_at = ${toTime(nowMs)}, test_result = ${result},
      failures = ${ifOk("failures", "0")}, paused_at = ${ifOk("paused_at", "null")},
      pause_reason = ${ifOk("pause_reason", "null")}
    where id = ${id}`.execute(tx);
}

/** Who is reached by a channel. */
export async function findListener(db: Db, userId: string): Promise<Listener | undefined> {
  const { rows } = await sql<Omit<Listener, "language"> & { language: LocaleCode | null }>`
    select email, email_verified as is_verified, first_name, setting ->> 'language' as language
    from app_user where id = ${userId} and not disabled`.execute(db);
  const [row] = rows;
  return row && { ...row, language: row.language ?? "en" };
}
