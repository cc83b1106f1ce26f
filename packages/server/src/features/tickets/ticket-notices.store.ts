import type { TicketClock } from "@offgrid/contract/tickets/support-hours";
import type { TicketPriority, WaitingFor } from "@offgrid/contract/tickets/ticket-types";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** Whom the times of tickets are running out for (`ticket_notice`). */

export const timers = ["answer", "solution"] as const;
export type TimerName = (typeof timers)[number];
export type Mark = "near" | "over";

/** An open ticket about a container, with its clock. */
export interface RunningTicket extends TicketClock {
  id: string;
  number: number;
  subject: string;
  containerId: string;
  agentId: string | null;
  priority: TicketPriority;
  waitingFor: WaitingFor;
  waitingUntilMs: number | null;
  isAnswered: boolean;
  /** Since its clock began, such as `answer over`. */
  noticed: string[];
}

const toMs = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000`;

/** Those of which anything is still to be noticed. Events stand beside a container, so that those about none have none. */
export async function listRunning(db: Db): Promise<RunningTicket[]> {
  const { rows } = await sql<RunningTicket>`select * from (
    select t.id, t.number, t.subject, t.container_id, t.agent_id, t.priority, t.waiting_for,
      ${toMs("t.waiting_until")} as waiting_until_ms, ${toMs("t.clock_since")} as since_ms, t.paused_ms,
      ${toMs("t.waiting_since")} as waiting_since_ms, t.answered_at is not null as is_answered,
      array(select n.timer || ' ' || n.mark from ticket_notice n
        where n.ticket_id = t.id and n.clock_since = t.clock_since) as noticed
    from ticket t where t.status <> 'Closed' and t.container_id is not null) as running
    where not 'solution over' = any (noticed)`.execute(db);
  return rows;
}

/**
 * Notes that somebody is notified now; the ticket is held, so that it is not closed meanwhile.
 * @returns false: another process did, or the ticket is closed or began anew.
 */
export async function claimNotice(
  tx: Db,
  { id, sinceMs, agentId }: RunningTicket,
  timer: TimerName,
  mark: Mark,
): Promise<boolean> {
  // The database answers instants as fractions of a second.
  const since = toTime(Math.round(sinceMs));
  const held = await sql`select 1 from ticket where id = ${id} and status <> 'Closed'
    and agent_id is not distinct from ${agentId} and clock_since = ${since} for update`.execute(tx);
  if (held.rows.length === 0) return false;
  const { rows } = await sql`insert into ticket_notice (ticket_id, timer, mark, clock_since)
    values (${id}, ${timer}, ${mark}, ${since}) on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}
