import { randomUUID } from "node:crypto";

import type { TicketFile } from "@offgrid/contract/tickets/tickets.schema";
import { sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { dropFiles, filesOf } from "./ticket-files.store.ts";
import { isTold, type TicketViewer } from "./tickets.store.ts";

/** What people write into tickets (`ticket_message`), and how far each has read (`ticket_reader`). */

export interface MessageRow {
  id: string;
  ticketId: string;
  seq: number;
  clientId: string;
  authorId: string | null;
  authorName: string | null;
  fromHandler: boolean;
  isInternal: boolean;
  byMail: boolean;
  text: string;
  mentions: { userId: string; name: string | null }[];
  files: TicketFile[];
  writtenAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  deleterId: string | null;
  deleterName: string | null;
}

const rows = sql`select m.id, m.ticket_id, m.seq, m.client_id, m.author_id, ${nameOfUser} as author_name, m.from_handler,
    m.is_internal, m.by_mail, m.text, m.written_at, m.edited_at, m.deleted_at, m.deleted_by as deleter_id,
    (select nullif(trim(concat_ws(' ', one.first_name, one.last_name)), '') from app_user one
      where one.id = m.deleted_by) as deleter_name,
    coalesce((select json_agg(json_build_object('userId', one.id,
        'name', nullif(trim(concat_ws(' ', one.first_name, one.last_name)), '')) order by one.id)
      from app_user one where one.id = any (m.mentions)), '[]') as mentions,
    ${filesOf(sql.ref("m.id"))} as files
  from ticket_message m left join app_user u on u.id = m.author_id`;

/** The last ones, or those before one, oldest first, and one more than are asked for. */
export async function listMessages(
  db: Db,
  viewer: TicketViewer,
  { ticketId, before, most }: { ticketId: string; before?: string | undefined; most: number },
): Promise<MessageRow[]> {
  const isBefore =
    before === undefined
      ? sql`true`
      : sql`m.seq < (select m.seq from ticket_message m
          where m.id = ${before} and m.ticket_id = ${ticketId} and ${isTold(viewer)})`;
  const found = await sql<MessageRow>`${rows} where m.ticket_id = ${ticketId} and ${isTold(viewer)} and ${isBefore}
    order by m.seq desc limit ${most + 1}`.execute(db);
  return found.rows.toReversed();
}

/** A message that the person may know of. */
export async function findMessage(
  db: Db,
  viewer: TicketViewer,
  ticketId: string,
  messageId: string,
): Promise<MessageRow | undefined> {
  const found =
    await sql<MessageRow>`${rows} where m.id = ${messageId} and m.ticket_id = ${ticketId} and ${isTold(viewer)}`.execute(
      db,
    );
  return found.rows[0];
}

/** What somebody's program sent under this name before. */
export async function findSentMessage(
  tx: Db,
  ticketId: string,
  { userId }: TicketViewer,
  clientId: string,
): Promise<MessageRow | undefined> {
  const found = await sql<MessageRow>`${rows} where m.ticket_id = ${ticketId} and m.author_id = ${userId}
    and m.client_id = ${clientId}`.execute(tx);
  return found.rows[0];
}

export interface NewMessage {
  ticketId: string;
  clientId: string;
  text: string;
  isInternal: boolean;
  mentions: readonly string[];
  byMail?: boolean;
}

/** Stores a message of the person, who holds the ticket, and has read it. @returns its id */
export async function insertMessage(tx: Db, viewer: TicketViewer, message: NewMessage, nowMs: number): Promise<string> {
  const id = randomUUID();
  const { ticketId, clientId, text, isInternal, mentions, byMail = false } = message;
  // Of a note nobody else may learn, not even by the time of the last change.
  await sql`update ticket set last_seq = last_seq + 1, updated_at = ${isInternal ? sql`updated_at` : toTime(nowMs)},
      answered_at = ${viewer.handles && !isInternal ? sql`coalesce(answered_at, ${toTime(nowMs)})` : sql`answered_at`}
    where id = ${ticketId}`.execute(tx);
  await sql`insert into ticket_message
      (id, ticket_id, seq, author_id, client_id, from_handler, is_internal, by_mail, text, mentions, written_at)
    select ${id}, id, last_seq, ${viewer.userId}, ${clientId}, ${viewer.handles}, ${isInternal}, ${byMail}, ${text},
      ${[...mentions]}::text[], ${toTime(nowMs)} from ticket where id = ${ticketId}`.execute(tx);
  return id;
}

export async function editMessage(tx: Db, id: string, text: string, nowMs: number): Promise<void> {
  await sql`update ticket_message set text = ${text}, edited_at = ${toTime(nowMs)} where id = ${id}`.execute(tx);
}

/** What it said is gone for good, with its files; that there was one stays. */
export async function deleteMessage(tx: Db, id: string, { userId }: TicketViewer, nowMs: number): Promise<void> {
  await dropFiles(tx, id);
  await sql`update ticket_message set text = '', mentions = '{}', deleted_at = ${toTime(nowMs)}, deleted_by = ${userId}
    where id = ${id}`.execute(tx);
}

/** Up to here the person has read the ticket; never less than before. */
export async function markRead(tx: Db, { userId }: TicketViewer, ticketId: string, seq: number): Promise<boolean> {
  const { rows: marked } = await sql`insert into ticket_reader as r (ticket_id, user_id, seq)
    values (${ticketId}, ${userId}, ${seq})
    on conflict (ticket_id, user_id) do update set seq = excluded.seq where r.seq < excluded.seq returning 1`.execute(
    tx,
  );
  return marked.length > 0;
}

/** How far the person has read; 0: nothing. */
export async function readUpTo(db: Db, { userId }: TicketViewer, ticketId: string): Promise<number> {
  const { rows: marks } = await sql<{ seq: number }>`select seq from ticket_reader
    where ticket_id = ${ticketId} and user_id = ${userId}`.execute(db);
  return marks[0]?.seq ?? 0;
}

/** How far others have read. */
export async function listReaders(
  db: Db,
  { userId }: TicketViewer,
  ticketId: string,
): Promise<{ userId: string; name: string | null; seq: number }[]> {
  const { rows: readers } = await sql<{ userId: string; name: string | null; seq: number }>`
    select r.user_id, ${nameOfUser} as name, r.seq from ticket_reader r join app_user u on u.id = r.user_id
    where r.ticket_id = ${ticketId} and r.user_id <> ${userId} order by r.user_id`.execute(db);
  return readers;
}
