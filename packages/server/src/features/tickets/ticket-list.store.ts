import {
  type CloseCause,
  type TicketCategory,
  type TicketChoice,
  ticketNumber,
  ticketPriorities,
  type TicketPriority,
  type TicketSort,
  type TicketStatus,
  ticketStatuses,
  type WaitingFor,
} from "@offgrid/contract/tickets/ticket-types";
import { type RawBuilder, sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { likeWord, wordsOf } from "./search-words.ts";
import {
  columns,
  from,
  isSeen,
  isTold,
  needsReply,
  seenIncident,
  type TicketRow,
  type TicketViewer,
  unread,
} from "./tickets.store.ts";

/** Which tickets somebody asks for: a page of them, and how many there are. */

export interface TicketQuery {
  search?: string | undefined;
  choice?: TicketChoice | undefined;
  status?: TicketStatus | undefined;
  category?: TicketCategory | undefined;
  priority?: TicketPriority | undefined;
  waitingFor?: WaitingFor | undefined;
  agent?: string | undefined;
  containerId?: string | undefined;
  incidentId?: string | undefined;
  /** Null: nobody said it. */
  cause?: CloseCause | null | undefined;
  /** Null: of containers in none, and of none. */
  clusterId?: string | null | undefined;
  closedDays?: number | undefined;
}

function found(viewer: TicketViewer, search: string): RawBuilder<unknown> {
  const number = ticketNumber(search.trim().toLowerCase());
  if (number !== undefined) return sql`t.number = ${number}`;
  const words = wordsOf(search);
  if (words.length === 0) return sql`false`;
  return sql.join(
    words.map((word) => hasWord(viewer, word)),
    sql` and `,
  );
}

/** The beginning of a word in messages; in what is short, and read by everybody who sees the ticket, also misspelt. */
function hasWord(viewer: TicketViewer, word: string): RawBuilder<unknown> {
  const beginning = `${word}:*`;
  const like = likeWord(word);
  return sql`t.id in (
    select id from ticket where lower(subject) ~ ${like} union all
    select p.id from ticket p where p.container_id in (select id from container where lower(name) ~ ${like}) union all
    select p.id from ticket p where p.author_id in (select u.id from app_user u where lower(${nameOfUser}) ~ ${like}) union all
    select m.ticket_id from ticket_message m where to_tsvector('simple', m.text) @@ to_tsquery('simple', ${beginning})
      and m.deleted_at is null and ${isTold(viewer)})`;
}

function chosen(viewer: TicketViewer, choice: TicketChoice, nowMs: number): RawBuilder<unknown> {
  const { userId } = viewer;
  if (choice === "mine") return sql`(t.author_id = ${userId} or t.agent_id = ${userId})`;
  if (choice === "needs_reply") return needsReply;
  if (choice === "unread") return sql`exists (select 1 ${unread(viewer)})`;
  return sql`(t.agent_id = ${userId} and t.status <> 'Closed'
    and (t.waiting_for = 'nobody' or t.waiting_until <= ${toTime(nowMs)} or ${needsReply}))`;
}

const dayMs = 86_400_000;
/** The cause of a duplicate is that of the other ticket. */
export const isCounted = sql`(t.status = 'Closed' and t.close_reason <> 'duplicate')`;
const clusterOf = sql`(select at.cluster_id from container at where at.id = t.container_id)`;

/** Which tickets `t` a person sees, of those that they ask for. */
export function wanted(db: Db, viewer: TicketViewer, query: TicketQuery, nowMs: number): RawBuilder<unknown> {
  const { search, choice, status, category, priority, waitingFor, agent, containerId, incidentId } = query;
  const { cause, clusterId, closedDays } = query;
  const parts = [
    isSeen(db, viewer),
    search?.trim() && found(viewer, search),
    choice && chosen(viewer, choice, nowMs),
    status && sql`t.status = ${status}`,
    category && sql`t.category = ${category}`,
    priority && sql`t.priority = ${priority}`,
    waitingFor && sql`t.waiting_for = ${waitingFor}`,
    agent !== undefined && sql`t.agent_id = ${agent}`,
    containerId !== undefined && sql`t.container_id = ${containerId}`,
    incidentId !== undefined && sql`${seenIncident(db, viewer)} = ${incidentId}`,
    cause !== undefined && sql`(${isCounted} and t.close_cause is not distinct from ${cause})`,
    clusterId !== undefined && sql`${clusterOf} is not distinct from ${clusterId}`,
    closedDays !== undefined && sql`t.closed_at >= ${toTime(nowMs - closedDays * dayMs)}`,
  ];
  return sql.join(
    parts.filter((part) => typeof part === "object"),
    sql` and `,
  );
}

const orders: Record<TicketSort, RawBuilder<unknown>> = {
  updated: sql`t.updated_at desc, t.number desc`,
  created: sql`t.created_at desc, t.number desc`,
  // How grave it was is no matter any more once it is closed.
  priority: sql`t.status = 'Closed', array_position(array[${sql.join(ticketPriorities.map(sql.lit))}], t.priority) desc, t.created_at, t.number`,
};

export interface TicketPage {
  rows: TicketRow[];
  /** How many there are of each status, whatever status is asked for. */
  counts: Record<TicketStatus, number>;
}

export async function pageOfTickets(
  db: Db,
  viewer: TicketViewer,
  query: TicketQuery & { sort: TicketSort },
  { limit, offset }: { limit: number; offset: number },
  nowMs: number,
): Promise<TicketPage> {
  // Who has read what is asked of the rows of the page only, and what a search finds is looked for once.
  const { status, sort } = query;
  const { rows } = await sql<TicketRow & { counts: Record<string, number> }>`
    with found as materialized (
      select t.id, t.status, t.updated_at, t.created_at, t.priority, t.number from ticket t
      where ${wanted(db, viewer, { ...query, status: undefined }, nowMs)})
    select counted.counts, t.* from (
      select coalesce(jsonb_object_agg(status, count), '{}') as counts from (
        select status, count(*)::int as count from found group by 1) as each) as counted
    left join (select ${columns(db, viewer)} ${from} where t.id in (
      select t.id from found t ${status ? sql`where t.status = ${status}` : sql``}
      order by ${orders[sort]} limit ${limit} offset ${offset})) as t on true
    order by ${orders[sort]}`.execute(db);
  const [{ counts } = { counts: {} as Record<string, number> }] = rows;
  return {
    rows: rows.flatMap(({ counts: _counts, ...row }) => (row.id === null ? [] : [row])),
    counts: Object.fromEntries(ticketStatuses.map((one) => [one, counts[one] ?? 0])) as TicketPage["counts"],
  };
}
