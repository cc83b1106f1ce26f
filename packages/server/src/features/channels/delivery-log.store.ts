import { randomUUID } from "node:crypto";

import type { ChannelKind, SendProblem } from "@offgrid/contract/channels/channel-kinds";
import type { Delivery } from "@offgrid/contract/channels/channels.schema";
import { sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";

/** What became of messages (`delivery`), as their person reads it. */

interface LogRow extends Omit<z.input<typeof Delivery>, "at" | "dueAt" | "sentAt"> {
  at: Date;
  dueAt: Date | null;
  sentAt: Date | null;
}

/**
 * Newest first, each as it was then. Of a container that the person sees no more nothing is told, unless it is gone: that
 * something was said of it stays.
 */
export async function listDeliveries(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.input<typeof Delivery>[]> {
  const visible = visibleContainers(db, viewer);
  const { rows } = await sql<LogRow>`
    select d.id, coalesce(d.ended_at, d.sent_at, d.created_at) as at, d.channel_kind, ch.name as channel_name, d.kind,
      d.severity, coalesce(d.said_of, d.news_of) as incident_id,
      case when d.about ->> 'containerId' in ${visible} or (d.is_maybe_said and not exists (
        select from container c where c.id = d.about ->> 'containerId' and c.removed_at is null))
        then d.about - 'containerId' end as about,
      d.state, d.reason, d.attempts, case when d.state in ('queued', 'retrying') then d.due_at end as due_at, d.sent_at
    from delivery d left join channel ch on ch.id = d.channel_id
    where d.user_id = ${viewer.userId} and not d.is_carried
    order by d.id desc limit ${limit} offset ${offset}`.execute(db);
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), dueAt: at(row.dueAt), sentAt: at(row.sentAt) }));
}

export async function countDeliveries(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from delivery where user_id = ${userId} and not is_carried`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A test of a channel is over at once. */
export async function addTest(
  tx: Db,
  channel: { id: string; userId: string; kind: ChannelKind },
  result: "ok" | SendProblem,
  nowMs: number,
): Promise<void> {
  const isSent = result === "ok";
  await sql`insert into delivery (key, user_id, channel_id, channel_kind, kind, severity, state, reason, attempts, created_at,
      sent_at)
    values (${`test ${randomUUID()}`}, ${channel.userId}, ${channel.id}, ${channel.kind}, 'test', 'info',
      ${isSent ? "sent" : "failed"}, ${isSent ? null : result}, 1, ${toTime(nowMs)},
      ${isSent ? toTime(nowMs) : null})`.execute(tx);
}

/** What is settled is kept for so long. */
export async function removeOld(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from delivery where created_at < ${toTime(beforeMs)} and due_at is null`.execute(db);
  await sql`delete from dark_news where at < ${toTime(beforeMs)} and handed_at is not null`.execute(db);
}
