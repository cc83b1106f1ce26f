import type { EventLevel } from "@offgrid/contract/notifications/notification-types";
import type { Notification } from "@offgrid/contract/notifications/notifications.schema";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";
import { contentOf, doerOf, type EventFacts, eventFacts, eventJoins } from "../events/event-facts.store.ts";
import { isPersonal, typeOf } from "../events/events.store.ts";

/** What people were notified of (`notification`), and what of it they have read. */

export type NotificationType = "event" | "warning";

export interface NotificationQuery {
  /**
   * `notified`: what they were notified of; `unread`: what of it they have not read; `all`: whatever happened, but for
   * what concerns other people alone.
   */
  among: "notified" | "unread" | "all";
  id?: string | undefined;
  containerId?: string | undefined;
  type?: NotificationType | undefined;
  /** A code or its first words. */
  code?: string | undefined;
  level?: EventLevel | undefined;
  /** Warnings and works by id: that they began or are over is left out. */
  notOf?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Listed = EventFacts & { id: string; type: NotificationType; isUnread: boolean; incidentId: string | null };

/** Of the notification `n` and the event `e`: both have the same instant, which selects the month to search. */
export const ofEvent = sql`n.event_id = e.id and n.created_at = e.received_at`;

/** Of the events of such a place, what somebody is notified of. */
function listed(
  viewer: Viewer,
  { among, ...query }: NotificationQuery,
  place: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { id, containerId, type, code, level, notOf, from, to } = query;
  const ofPerson = sql`${ofEvent} and n.user_id = ${viewer.userId}`;
  const wanted = [
    place,
    id !== undefined && sql`e.id = ${id}`,
    among === "unread" && sql`n.read_at is null`,
    among === "all" && sql`(not ${isPersonal} or exists (select from notification n where ${ofPerson}))`,
    containerId !== undefined && sql`e.container_id = ${containerId}`,
    type !== undefined && (among === "all" ? sql`${typeOf} = ${type}` : sql`n.kind = ${type}`),
    code !== undefined && sql`(e.code = ${code} or starts_with(e.code, ${`${code}.`}))`,
    level !== undefined && sql`e.level = ${level}`,
    notOf !== undefined &&
      sql`(e.code not in ('warning.raised', 'warning.cleared', 'works.began', 'works.ended')
        or coalesce(e.data ->> 'warningId', e.data ->> 'worksId', '') <> all(${[...notOf]}::text[]))`,
    from !== undefined && sql`e.at >= ${new Date(from)}`,
    to !== undefined && sql`e.at < ${new Date(to)}`,
  ];
  const join = among === "all" ? sql`` : sql`join notification n on ${ofPerson}`;
  return sql`from event e ${join}
    where ${sql.join(
      wanted.filter((part) => typeof part === "object"),
      sql` and `,
    )}`;
}

/** At containers that somebody sees now, and what concerns them and no container: each is found by an index of its own. */
function unionOf(
  db: Db,
  viewer: Viewer,
  query: NotificationQuery,
  select: (from: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const seen = select(listed(viewer, query, sql`e.container_id in ${visibleContainers(db, viewer)}`));
  if (query.containerId !== undefined) return seen;
  return sql`(${seen}) union all (${select(listed(viewer, query, sql`e.container_id is null`))})`;
}

/** Newest first. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  query: NotificationQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.input<typeof Notification>[]> {
  const newest = (from: RawBuilder<unknown>) =>
    sql`select e.* ${from} order by e.at desc, e.id limit ${offset + limit}`;
  const { rows } = await sql<Listed>`
    select e.id, ${eventFacts}, ${typeOf} as type, coalesce(own.is_unread, false) as is_unread, coalesce(own.incident_id, m.incident_id) as incident_id from (
      select * from (${unionOf(db, viewer, query, newest)}) e
      order by e.at desc, e.id limit ${limit} offset ${offset}) e
    left join container c on c.id = e.container_id ${eventJoins}
      left join lateral (select n.incident_id, n.read_at is null as is_unread from notification n
        where ${ofEvent} and n.user_id = ${viewer.userId}) as own on true
      left join incident_member m on m.warning_id = e.data ->> 'warningId'
    order by e.at desc, e.id`.execute(db);
  return rows.map(toNotification);
}

function toNotification(row: Listed): z.input<typeof Notification> {
  const { byId: _id, byName: _name, givenReason, isUnread, at, ...facts } = row;
  return {
    ...facts,
    by: doerOf(row),
    ...(givenReason !== null && { givenReason }),
    content: contentOf(row),
    at: at.toISOString(),
    read: !isUnread,
  };
}

/** @param most Where so many are found, no more are counted; left out: all are. */
export async function countNotifications(
  db: Db,
  viewer: Viewer,
  query: NotificationQuery,
  most?: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${unionOf(db, viewer, query, (from) => sql`select ${from} limit ${most ?? null}`)}) as either
      limit ${most ?? null}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Of the events of an instant on that warning rules can count, how many had which code; the most frequent first. */
export async function countByCode(
  db: Db,
  viewer: Viewer,
  fromMs: number,
  most: number,
): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select e.code, count(*)::int as count from event e
    where e.container_id in ${visibleContainers(db, viewer)} and e.at >= ${toTime(fromMs)}
      and not ${isPersonal} and not starts_with(e.code, 'warning.')
    group by e.code order by count desc, e.code limit ${most}`.execute(db);
  return rows;
}

/** How many notifications of a type somebody has not read, about containers that they may see now. */
export function countUnread(db: Db, viewer: Viewer, type: NotificationType): Promise<number> {
  return countNotifications(db, viewer, { among: "unread", type });
}

/** The same, of what, and until when of what came to people: what was not counted comes later. */
export async function countAsOf(
  db: Db,
  viewer: Viewer,
  type: NotificationType,
): Promise<{ count: number; incidents: number; reports: number; personal: number; asOf: string }> {
  // In one statement, which sees one state of the database.
  const unread = unionOf(
    db,
    viewer,
    { among: "unread", type },
    (from) => sql`select n.incident_id, e.container_id, e.data ->> 'warningId' as warning_id ${from}`,
  );
  const { rows } = await sql<{ count: number; incidents: number; personal: number; asOf: Date }>`
    select count(*)::int as count, count(coalesce(incident_id, warning_id))::int as incidents,
      (count(*) filter (where container_id is null and incident_id is null))::int as personal,
      (select last_at from notification_clock) as as_of
    from (${unread}) as either`.execute(db);
  const { count = 0, incidents = 0, personal = 0, asOf = new Date(0) } = rows[0] ?? {};
  return { count, incidents, reports: count - incidents - personal, personal, asOf: asOf.toISOString() };
}

/** @param ids Of events, of incidents, or of warnings, which stand for their incidents: all that was said of those. */
export function readSome(tx: Db, viewer: Viewer, ids: readonly string[], nowMs: number): Promise<void> {
  const named = sql`${[...ids]}::text[]`;
  const which = sql`(n.event_id = any(${named}) or n.incident_id = any(${named})
    or n.incident_id in (select incident_id from incident_member where warning_id = any(${named})))`;
  return markRead(tx, viewer, which, nowMs);
}

/** What came to the person after the instant stays unread. @param until ISO; undefined: all that there is. */
export function readUntil(tx: Db, viewer: Viewer, type: NotificationType, until: string | undefined, nowMs: number) {
  const isBefore = until === undefined ? sql`true` : sql`n.notified_at <= ${new Date(until)}`;
  return markRead(tx, viewer, sql`n.kind = ${type} and ${isBefore}`, nowMs);
}

async function markRead(tx: Db, { userId }: Viewer, which: RawBuilder<unknown>, nowMs: number): Promise<void> {
  await sql`update notification n set read_at = ${toTime(nowMs)}
    where n.user_id = ${userId} and n.read_at is null and ${which}`.execute(tx);
}
