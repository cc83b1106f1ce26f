import type { LocaleCode } from "@offgrid/contract/core/constants";
import { sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** Who is to learn of a ticket by mail (`ticket_mail`), and what of. */

/** Whoever has the ticket open reads a message before it is mailed, and several in a row are one mail. */
const pauseMs = 60_000;

interface News {
  /** Who did it: they know. Null: the portal. */
  byId: string | null;
  /** It was made: its author is told that it has arrived, and those who handle tickets as they wish. */
  isCreated?: boolean;
  isClosed?: boolean;
}

const wants = (choice: "mine" | "new", by: "true" | "false") =>
  sql`coalesce(app_user.setting -> 'notify' -> 'tickets' ->> ${choice}, ${by}) = 'true'`;

/**
 * Has those who take part in a ticket told of its last public message, or of its end: its author, its agent, and who wrote
 * publicly. Notes are never planned, so that not even the time of a mail tells of one.
 */
export async function planMails(tx: Db, ticketId: string, news: News, nowMs: number): Promise<void> {
  const { byId, isCreated = false, isClosed = false } = news;
  const takesPart = sql`(app_user.id in (t.author_id, t.agent_id) or exists (select 1 from ticket_message m
    where m.ticket_id = t.id and m.author_id = app_user.id and not m.is_internal))`;
  const isTold = isCreated
    ? sql`(app_user.id = t.author_id and not 'tickets_handle' = any (role.permissions) and ${wants("mine", "true")})
        or (app_user.id is distinct from t.author_id and 'tickets_handle' = any (role.permissions) and ${wants("new", "false")})`
    : sql`app_user.id is distinct from ${byId} and ${wants("mine", "true")} and ${takesPart}`;
  await sql`insert into ticket_mail as planned (ticket_id, user_id, since_seq, is_created, is_closed, due_at)
    select t.id, app_user.id, t.last_seq + ${isClosed ? 1 : 0}, ${isCreated}, ${isClosed}, ${toTime(nowMs + (isCreated ? 0 : pauseMs))}
    from ticket t cross join app_user join role on role.id = app_user.effective_role
    where t.id = ${ticketId} and not app_user.disabled and app_user.email_verified and (${isTold})
    on conflict (ticket_id, user_id) do update set is_closed = planned.is_closed or excluded.is_closed`.execute(tx);
}

/**
 * Has those who handle an urgent ticket that nobody takes read what it is about, but for those who want no mails about new
 * tickets, and those who got theirs when it was made.
 */
export async function planUntaken(
  tx: Db,
  ticketId: string,
  handlerIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await sql`insert into ticket_mail (ticket_id, user_id, since_seq, is_created, is_closed, due_at)
    select ${ticketId}, app_user.id, 1, true, false, ${toTime(nowMs)} from app_user
    where app_user.id = any (${[...handlerIds]}::text[]) and not app_user.disabled and app_user.email_verified
      and app_user.setting -> 'notify' -> 'tickets' ->> 'new' is null
    on conflict do nothing`.execute(tx);
}

export interface PlannedMail {
  ticketId: string;
  userId: string;
  sinceSeq: number;
  isCreated: boolean;
  isClosed: boolean;
}

/** Takes one that is due: until the transaction ends it is nobody else's, and then it is done. */
export async function takeDue(tx: Db, nowMs: number): Promise<PlannedMail | undefined> {
  const { rows } = await sql<PlannedMail>`delete from ticket_mail where (ticket_id, user_id) in (
      select ticket_id, user_id from ticket_mail where due_at <= ${toTime(nowMs)}
      order by due_at limit 1 for update skip locked)
    returning ticket_id, user_id, since_seq, is_created, is_closed`.execute(tx);
  return rows[0];
}

/** An answer to this mail is one to the ticket, and whom it was written to takes part in it. */
export async function noteSent(tx: Db, messageId: string, { ticketId, userId }: PlannedMail): Promise<void> {
  await sql`insert into ticket_mail_sent (message_id, ticket_id, user_id)
    values (${messageId}, ${ticketId}, ${userId})`.execute(tx);
}

export interface MailReader {
  email: string;
  firstName: string;
  language: LocaleCode | null;
  wantsMine: boolean;
}

/** Undefined: the person is not reached by mail any more. */
export async function findReader(db: Db, userId: string): Promise<MailReader | undefined> {
  const { rows } = await sql<MailReader>`select email, first_name, setting ->> 'language' as language,
      ${wants("mine", "true")} as wants_mine
    from app_user where id = ${userId} and not disabled and email_verified`.execute(db);
  return rows[0];
}

export interface MailedTicket {
  number: number;
  subject: string;
  isAuthor: boolean;
  status: string;
  closeReason: "solved" | "duplicate" | "no_answer" | "withdrawn" | null;
  containerName: string | null;
}

export async function findMailed(db: Db, { ticketId, userId }: PlannedMail): Promise<MailedTicket | undefined> {
  const { rows } = await sql<MailedTicket>`select t.number, t.subject, t.status, t.close_reason,
      t.author_id is not distinct from ${userId} as is_author, c.name as container_name
    from ticket t left join container c on c.id = t.container_id where t.id = ${ticketId}`.execute(db);
  return rows[0];
}

export interface MailedMessage {
  by: string | null;
  text: string;
  files: number;
}

/** Public messages of others that the person has not read yet, oldest first. */
export async function listMailed(
  db: Db,
  { ticketId, userId, sinceSeq }: PlannedMail,
  most: number,
): Promise<MailedMessage[]> {
  const { rows } = await sql<MailedMessage>`select ${nameOfUser} as by, m.text,
      (select count(*)::int from ticket_file f where f.message_id = m.id) as files
    from ticket_message m left join app_user u on u.id = m.author_id
    where m.ticket_id = ${ticketId} and m.seq >= ${sinceSeq} and not m.is_internal and m.deleted_at is null
      and m.author_id is distinct from ${userId}
      and m.seq > coalesce((select r.seq from ticket_reader r where r.ticket_id = m.ticket_id and r.user_id = ${userId}), 0)
    order by m.seq limit ${most}`.execute(db);
  return rows;
}
