import { type RawBuilder, sql } from "kysely";

import { mustSetUpTwoStep } from "../../calls/two-step.ts";
import { type Db, toTime } from "../../core/db.ts";

/** Who sees a ticket and who handles it, asked the other way round: of the ticket, not of a person who calls. */

interface TicketPersonRow {
  ticketId: string;
  userId: string;
  name: string | null;
  handles: boolean;
}

/** People `app_user` with their `role` who see the ticket `t` now, as `isSeen` has it of one person. */
const seesIt = sql`not app_user.disabled and not ${mustSetUpTwoStep} and 'tickets' = any (role.permissions) and case
  when t.container_id is not null then exists (select 1 from container_scope s
    where s.user_id = app_user.id and s.container_id = t.container_id and s.may_view)
  else t.author_id = app_user.id or ('tickets_handle' = any (role.permissions) and (t.agent_id = app_user.id
    or role.containers = 'all' or exists (
      select 1 from container_user theirs join container_scope s on s.container_id = theirs.container_id
      where theirs.user_id = t.author_id and s.user_id = app_user.id and s.may_view))) end`;

async function listPeople(db: Db, condition: RawBuilder<unknown>): Promise<TicketPersonRow[]> {
  const { rows } = await sql<TicketPersonRow>`select t.id as ticket_id, app_user.id as user_id,
      nullif(trim(concat_ws(' ', app_user.first_name, app_user.last_name)), '') as name,
      'tickets_handle' = any (role.permissions) as handles
    from ticket t cross join app_user join role on role.id = app_user.effective_role
    where ${condition} and ${seesIt} order by 3, 2`.execute(db);
  return rows;
}

/** Who may be the agent of a ticket, and be mentioned in its notes; by name. */
export async function listHandlers(db: Db, ticketId: string): Promise<{ userId: string; name: string | null }[]> {
  const found = await listPeople(db, sql`t.id = ${ticketId} and 'tickets_handle' = any (role.permissions)`);
  return found.map(({ userId, name }) => ({ userId, name }));
}

/** Who of these people sees which of these tickets. */
export async function listWatchers(
  db: Db,
  ticketIds: readonly string[],
  among: readonly string[],
): Promise<TicketPersonRow[]> {
  if (ticketIds.length === 0 || among.length === 0) return [];
  return listPeople(db, sql`t.id = any(${[...ticketIds]}::text[]) and app_user.id = any(${[...among]}::text[])`);
}

/**
 * Before an account is removed: its tickets have another agent, or none, where that one does not handle them.
 * @returns the ids of the tickets.
 */
export async function giveTickets(tx: Db, fromId: string, toId: string | undefined, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; to: string | null; status: string }>`
    select t.id, t.status, (select app_user.id from app_user join role on role.id = app_user.effective_role
      where app_user.id = ${toId ?? null} and 'tickets_handle' = any (role.permissions) and ${seesIt}) as to
    from ticket t where t.agent_id = ${fromId} order by t.id for update of t`.execute(tx);
  for (const { id, to, status } of rows) {
    const isReleased = to === null && status !== "Closed";
    const after = isReleased ? "Unassigned" : status;
    await sql`update ticket set agent_id = ${to}, status = ${after}, version = version + 1, updated_at = ${toTime(nowMs)}
      where id = ${id}`.execute(tx);
    await sql`insert into ticket_change (ticket_id, at, by_id, field, from_value, to_value)
      select ${id}, ${toTime(nowMs)}, null, * from (values ('status', ${status}, ${after}), ('agent', ${fromId}, ${to}::text))
        as change (field, was, is_now) where was is distinct from is_now`.execute(tx);
  }
  return rows.map(({ id }) => id);
}
