import { defaultLocale, type LocaleCode } from "@offgrid/contract/core/constants";
import type { MailInOutcome, MailInReason } from "@offgrid/contract/tickets/ticket-mail-in";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import type { TicketViewer } from "../tickets/tickets.store.ts";

/** Mails that came in (`ticket_mail_in`), and what they are matched by. */

/** The ticket that these Message-IDs of ours were about, the first that was named, and to whom those about it were sent. */
export async function findAnswered(
  db: Db,
  messageIds: readonly string[],
): Promise<{ ticketId: string; userIds: string[] } | undefined> {
  if (messageIds.length === 0) return undefined;
  const { rows } = await sql<{ ticketId: string; userId: string }>`select s.ticket_id, s.user_id
    from unnest(${[...messageIds]}::text[]) with ordinality as named (id, place)
      join ticket_mail_sent s on s.message_id = named.id join ticket t on t.id = s.ticket_id
    order by named.place`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const { ticketId } = first;
  return { ticketId, userIds: rows.filter((row) => row.ticketId === ticketId).map(({ userId }) => userId) };
}

export async function hasTicket(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ticket where id = ${id}`.execute(db);
  return rows.length > 0;
}

export interface MailSender extends TicketViewer {
  language: LocaleCode;
}

/**
 * The person with this confirmed address.
 * Until the transaction ends nothing else is brought in their name, as files are counted by person.
 */
export async function holdSender(tx: Db, email: string): Promise<MailSender | undefined> {
  await sql`select 1 from app_user where email = ${email} for no key update`.execute(tx);
  const { rows } = await sql<Omit<MailSender, "language"> & { language: LocaleCode | null }>`
    select app_user.id as user_id, 'tickets_handle' = any (role.permissions) as handles,
      role.containers = 'all' as sees_all, app_user.setting ->> 'language' as language
    from app_user join role on role.id = app_user.effective_role
    where app_user.email = ${email} and app_user.email_verified and not app_user.disabled`.execute(tx);
  const [row] = rows;
  return row && { ...row, language: row.language ?? defaultLocale };
}

/** Does somebody take part in a ticket: as author or agent, by having written publicly, or by being written to about it? */
export async function takesPart(tx: Db, ticketId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ticket t where t.id = ${ticketId} and (${userId} in (t.author_id, t.agent_id)
    or exists (select 1 from ticket_message m
      where m.ticket_id = t.id and m.author_id = ${userId} and not m.is_internal)
    or exists (select 1 from ticket_mail_sent s where s.ticket_id = t.id and s.user_id = ${userId}))`.execute(tx);
  return rows.length > 0;
}

/** What became of this mail when it came before. */
export async function findTaken(tx: Db, ticketId: string, mailHash: Buffer): Promise<MailInOutcome | undefined> {
  const { rows } = await sql<{ outcome: MailInOutcome }>`select outcome from ticket_mail_in
    where ticket_id = ${ticketId} and mail_hash = ${mailHash} and outcome in ('message', 'ticket')`.execute(tx);
  return rows[0]?.outcome;
}

/** How many mails of this sender the ticket took since then. */
export async function countTaken(tx: Db, ticketId: string, senderId: string, sinceMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ticket_mail_in
    where sender_id = ${senderId} and ticket_id = ${ticketId} and received_at > ${toTime(sinceMs)}
      and outcome in ('message', 'ticket')`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface MailInRow {
  ticketId: string | undefined;
  senderId: string | undefined;
  hash: Buffer;
  outcome: MailInOutcome;
  reason: MailInReason | undefined;
}

export async function insertMail(tx: Db, mail: MailInRow, nowMs: number): Promise<void> {
  const { ticketId = null, senderId = null, hash, outcome, reason = null } = mail;
  await sql`insert into ticket_mail_in (ticket_id, sender_id, mail_hash, received_at, outcome, reason)
    values (${ticketId}, ${senderId}, ${hash}, ${toTime(nowMs)}, ${outcome}, ${reason})`.execute(tx);
}

/**
 * Removes old lines about mails that came to nothing, and those about mails to people and tickets that are gone. Mails that
 * were taken stay, as they may come again.
 */
export async function dropOld(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from ticket_mail_in where received_at < ${toTime(beforeMs)} and outcome in ('ignored', 'refused')`.execute(
    db,
  );
  await sql`delete from ticket_mail_sent s where not exists (select from ticket t where t.id = s.ticket_id)
    or not exists (select from app_user u where u.id = s.user_id)`.execute(db);
}
