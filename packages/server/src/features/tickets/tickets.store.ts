import { randomUUID } from "node:crypto";

import type { TicketClock } from "@offgrid/contract/tickets/support-hours";
import type { TicketChange, TicketFacts, TicketState } from "@offgrid/contract/tickets/ticket-moves";
import {
  type CloseCause,
  type TicketCategory,
  ticketNumber,
  type TicketPriority,
} from "@offgrid/contract/tickets/ticket-types";
import { type RawBuilder, sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import { visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** Tickets (`ticket`) as a person sees them, and what was changed of them (`ticket_change`). */

/** What decides which tickets somebody sees, and what of them. */
export interface TicketViewer {
  userId: string;
  /** Handles tickets: sees notes. */
  handles: boolean;
  /** Sees all containers. */
  seesAll: boolean;
}

export function viewerOf({ userId, permissions, containers }: Actor): TicketViewer {
  return { userId, handles: permissions.includes("tickets_handle"), seesAll: containers === "all" };
}

export interface TicketRow extends TicketState, TicketClock {
  id: string;
  number: number;
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  containerId: string | null;
  containerName: string | null;
  incidentId: string | null;
  followsNumber: number | null;
  /** As this person may know it. */
  shownCause: CloseCause | null;
  duplicateOfNumber: number | null;
  authorName: string | null;
  agentName: string | null;
  createdAt: Date;
  updatedAt: Date;
  answeredAt: Date | null;
  version: number;
  unread: number;
  needsReply: boolean;
}

/**
 * Which tickets `t` somebody sees: those of containers in their scope; of those about no container their own, and, if they
 * handle tickets, those of people with whom they share a container.
 */
export function isSeen(db: Db, { userId, handles, seesAll }: TicketViewer, t = "t"): RawBuilder<boolean> {
  const [containerId, authorId, agentId] = ["container_id", "author_id", "agent_id"].map((column) =>
    sql.ref(`${t}.${column}`),
  );
  const shared = seesAll
    ? sql`true`
    : sql`exists (select 1 from container_user theirs
        where theirs.user_id = ${authorId} and theirs.container_id in ${visibleContainers(db, { userId })})`;
  const ofHandlers = handles ? sql`or ${agentId} = ${userId} or ${shared}` : sql``;
  return sql<boolean>`(${containerId} in ${visibleContainers(db, { userId })}
    or (${containerId} is null and (${authorId} = ${userId} ${ofHandlers})))`;
}

export const needsReply = sql`(t.status <> 'Closed' and coalesce((
  select not m.from_handler and m.seq > t.reply_settled_seq from ticket_message m
  where m.ticket_id = t.id and not m.is_internal and m.deleted_at is null order by m.seq desc limit 1), false))`;

/** Messages `m` that a person may know of. */
export const isTold = ({ handles }: TicketViewer) => (handles ? sql`true` : sql`not m.is_internal`);

/** Messages of others to `t` that somebody has not read, without what is selected of them. */
export const unread = (viewer: TicketViewer) => sql`from ticket_message m
  where m.ticket_id = t.id and m.deleted_at is null and m.author_id is distinct from ${viewer.userId} and ${isTold(viewer)}
    and m.seq > coalesce((select r.seq from ticket_reader r where r.ticket_id = t.id and r.user_id = ${viewer.userId}), 0)`;

const nameOf = (id: string) => sql`(select ${nameOfUser} from app_user u where u.id = ${sql.ref(id)})`;
const toMs = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000`;

/** The incident of a ticket, or the one that it was merged into, if somebody sees any of it. */
export const seenIncident = (db: Db, viewer: TicketViewer) => sql`(
  select coalesce(i.merged_into, i.id) from incident i where i.id = t.incident_id and exists (
    select 1 from incident_member m join warning w on w.id = m.warning_id
    where m.incident_id = coalesce(i.merged_into, i.id) and w.container_id in ${visibleContainers(db, viewer)}))`;

export const columns = (db: Db, viewer: TicketViewer) => sql`
  t.id, t.number, t.subject, t.category, t.priority, t.status, t.container_id, c.name as container_name,
  ${seenIncident(db, viewer)} as incident_id,
  (select f.number from ticket f where f.id = t.follows_id and ${isSeen(db, viewer, "f")}) as follows_number,
  t.author_id, ${nameOf("t.author_id")} as author_name, t.agent_id, ${nameOf("t.agent_id")} as agent_name,
  t.waiting_for, ${toMs("t.waiting_until")} as waiting_until_ms, t.close_reason, ${toMs("t.closed_at")} as closed_at_ms,
  t.close_cause, ${viewer.handles ? sql`t.close_cause` : sql`null`} as shown_cause, t.duplicate_of_id as duplicate_of,
  (select d.number from ticket d where d.id = t.duplicate_of_id and ${isSeen(db, viewer, "d")}) as duplicate_of_number,
  t.created_at, t.updated_at, t.answered_at, t.version, ${toMs("t.clock_since")} as since_ms, t.paused_ms,
  ${toMs("t.waiting_since")} as waiting_since_ms, (select count(*)::int ${unread(viewer)}) as unread, ${needsReply} as needs_reply`;

export const from = sql`from ticket t left join container c on c.id = t.container_id`;

/** Who works on any ticket that somebody sees, by name. */
export async function listAgents(db: Db, viewer: TicketViewer): Promise<{ userId: string; name: string | null }[]> {
  const { rows } = await sql<{ userId: string; name: string | null }>`select u.id as user_id, ${nameOfUser} as name
    from app_user u where u.id in (select t.agent_id from ticket t where ${isSeen(db, viewer)})
    order by lower(${nameOfUser}), u.id`.execute(db);
  return rows;
}

const named = (ref: string) => {
  const number = ticketNumber(ref);
  return number === undefined ? sql`t.id = ${ref}` : sql`t.number = ${number}`;
};

/** A ticket that somebody sees, by its id or by what stands in its address. */
export async function findTicket(db: Db, viewer: TicketViewer, ref: string): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`select ${columns(db, viewer)} ${from}
    where ${named(ref)} and ${isSeen(db, viewer)}`.execute(db);
  return rows[0];
}

/**
 * The same; until the transaction ends nobody else changes it or writes into it.
 * @param people Whose accounts the transaction will name: they are held first, as those who remove accounts do it.
 */
export async function holdTicket(
  tx: Db,
  viewer: TicketViewer,
  ref: string,
  people: readonly string[] = [],
): Promise<TicketRow | undefined> {
  await sql`select 1 from app_user where id = any(${[viewer.userId, ...people]}::text[]) order by id for key share`.execute(
    tx,
  );
  await sql`select 1 from ticket t where ${named(ref)} for update`.execute(tx);
  return findTicket(tx, viewer, ref);
}

/** The ticket that a program sent under this name before. */
export async function findSent(tx: Db, viewer: TicketViewer, clientId: string): Promise<TicketRow | undefined> {
  await sql`select 1 from app_user where id = ${viewer.userId} for no key update`.execute(tx);
  const { rows } = await sql<TicketRow>`select ${columns(tx, viewer)} ${from}
    where t.author_id = ${viewer.userId} and t.client_id = ${clientId}`.execute(tx);
  return rows[0];
}

export interface NewTicket {
  state: TicketState;
  clientId: string | null;
  containerId: string | null;
  incidentId: string | null;
  followsId: string | null;
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  /** A handler wrote it: nobody waits for a first answer. */
  isAnswered: boolean;
}

/** @returns its id */
export async function insertTicket(tx: Db, given: NewTicket, nowMs: number): Promise<string> {
  const id = randomUUID();
  const now = toTime(nowMs);
  const { state, clientId, containerId, incidentId, followsId, subject, category, priority, isAnswered } = given;
  await sql`insert into ticket (id, container_id, incident_id, follows_id, author_id, agent_id, client_id, subject, category,
      priority, status, created_at, updated_at, clock_since, answered_at)
    values (${id}, ${containerId}, ${incidentId}, ${followsId}, ${state.authorId}, ${state.agentId}, ${clientId}, ${subject},
      ${category}, ${priority}, ${state.status}, ${now}, ${now}, ${now}, ${isAnswered ? now : null})`.execute(tx);
  return id;
}

/** Who did what is stored; by a message: it followed from what they wrote, or sent by mail. */
export interface DoneBy {
  byId: string;
  byMessage?: boolean;
  byMail?: boolean;
  nowMs: number;
}

/** Stores what became of a ticket, and a line for each field that changed. */
export async function saveTicket(
  tx: Db,
  id: string,
  state: TicketState & TicketClock & Pick<TicketFacts, "subject" | "category" | "priority">,
  changes: readonly TicketChange[],
  { byId, byMessage = false, byMail = false, nowMs }: DoneBy,
): Promise<void> {
  const timeOf = (ms: number | null) => (ms === null ? null : toTime(ms));
  await sql`update ticket set status = ${state.status}, agent_id = ${state.agentId}, waiting_for = ${state.waitingFor},
      waiting_until = ${timeOf(state.waitingUntilMs)}, close_reason = ${state.closeReason},
      close_cause = ${state.closeCause}, duplicate_of_id = ${state.duplicateOf}, closed_at = ${timeOf(state.closedAtMs)},
      subject = ${state.subject}, category = ${state.category}, priority = ${state.priority},
      clock_since = ${toTime(state.sinceMs)}, paused_ms = ${state.pausedMs}, waiting_since = ${timeOf(state.waitingSinceMs)},
      updated_at = ${toTime(nowMs)}, version = version + 1 where id = ${id}`.execute(tx);
  await sql`insert into ticket_change (ticket_id, at, by_id, by_message, by_mail, field, from_value, to_value)
    select ${id}, ${toTime(nowMs)}, ${byId}, ${byMessage}, ${byMail}, * from unnest(${changes.map(({ field }) => field)}::text[],
      ${changes.map((change) => change.from)}::text[], ${changes.map((change) => change.to)}::text[])`.execute(tx);
}

/** Nobody has to answer what has been written so far. */
export async function settleReply(tx: Db, id: string): Promise<void> {
  await sql`update ticket set reply_settled_seq = last_seq where id = ${id}`.execute(tx);
}

export interface ChangeRow extends TicketChange {
  at: Date;
  byId: string | null;
  byName: string | null;
  byMessage: boolean;
  byMail: boolean;
}

/** Oldest first. */
export async function listChanges(db: Db, id: string, most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`select at, by_id, by_name, by_message, by_mail, field, "from", "to" from (
    select h.id, h.at, h.by_id, ${nameOfUser} as by_name, h.by_message, h.by_mail, h.field, h.from_value as from,
      h.to_value as to
    from ticket_change h left join app_user u on u.id = h.by_id where h.ticket_id = ${id} order by h.id desc limit ${most}) as last
    order by id`.execute(db);
  return rows;
}

/** Those of these people whose accounts are there. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<{ userId: string; name: string | null }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string; name: string | null }>`select u.id as user_id, ${nameOfUser} as name
    from app_user u where u.id = any(${[...userIds]}::text[]) order by u.id`.execute(db);
  return rows;
}

/** Does somebody see any of this incident? */
export async function seesIncident(db: Db, viewer: TicketViewer, incidentId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from incident_member m join warning w on w.id = m.warning_id
    where m.incident_id = ${incidentId} and w.container_id in ${visibleContainers(db, viewer)} limit 1`.execute(db);
  return rows.length > 0;
}
