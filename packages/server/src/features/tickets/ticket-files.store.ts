import { randomUUID } from "node:crypto";

import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import type { TicketFile } from "@offgrid/contract/tickets/tickets.schema";
import { type RawBuilder, sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { isTold, type TicketViewer } from "./tickets.store.ts";

/** Files of messages of tickets (`ticket_file`), from when they are brought until their message is deleted. */

const shown = sql`f.id, f.name, f.type, octet_length(f.data) as bytes`;

/** The files of a message, as JSON. */
export const filesOf = (messageId: RawBuilder<unknown>) => sql<TicketFile[]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', octet_length(f.data))
    order by f.position) from ticket_file f where f.message_id = ${messageId}), '[]')`;

interface Brought {
  clientId: string;
  name: string;
  type: string;
  data: Uint8Array;
}

/** What the person brought under this name before. */
export async function findBrought(db: Db, { userId }: TicketViewer, clientId: string): Promise<TicketFile | undefined> {
  const { rows } = await sql<TicketFile>`select ${shown} from ticket_file f
    where f.owner_id = ${userId} and f.client_id = ${clientId}`.execute(db);
  return rows[0];
}

/**
 * Keeps a file that waits for its message; one that is there under this name stays.
 * @returns undefined: the person has brought as much as one may within a day.
 */
export async function keepFile(
  tx: Db,
  viewer: TicketViewer,
  file: Brought,
  nowMs: number,
  bytesADay: number = ticketFileLimits.bytesADay,
): Promise<TicketFile | undefined> {
  const { userId } = viewer;
  // So that two at once are counted one after the other.
  await sql`select 1 from app_user where id = ${userId} for no key update`.execute(tx);
  const known = await findBrought(tx, viewer, file.clientId);
  if (known) return known;
  const { rows: sums } = await sql<{ bytes: string }>`select coalesce(sum(octet_length(data)), 0) as bytes
    from ticket_file where owner_id = ${userId} and made_at > ${toTime(nowMs - 86_400_000)}`.execute(tx);
  if (Number(sums[0]?.bytes) + file.data.length > bytesADay) return undefined;
  const id = randomUUID();
  await sql`insert into ticket_file (id, owner_id, client_id, name, type, data, made_at)
    values (${id}, ${userId}, ${file.clientId}, ${file.name}, ${file.type}, ${Buffer.from(file.data)}, ${toTime(nowMs)})`.execute(
    tx,
  );
  return findBrought(tx, viewer, file.clientId);
}

/** Files that the person brought go with this message, in this order. @returns false: not all of them wait for one. */
export async function sendFiles(
  tx: Db,
  { userId }: TicketViewer,
  messageId: string,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await sql`update ticket_file f set message_id = ${messageId}, position = given.position
    from unnest(${[...ids]}::text[]) with ordinality as given (id, position)
    where f.id = given.id and f.owner_id = ${userId} and f.message_id is null returning 1`.execute(tx);
  return rows.length === ids.length;
}

export async function dropFiles(tx: Db, messageId: string): Promise<void> {
  await sql`delete from ticket_file where message_id = ${messageId}`.execute(tx);
}

/** A file of a message that the person may know of. */
export async function findFile(
  db: Db,
  viewer: TicketViewer,
  ticketId: string,
  fileId: string,
): Promise<(TicketFile & { data: Buffer }) | undefined> {
  const { rows } = await sql<TicketFile & { data: Buffer }>`select ${shown}, f.data
    from ticket_file f join ticket_message m on m.id = f.message_id
    where f.id = ${fileId} and m.ticket_id = ${ticketId} and m.deleted_at is null and ${isTold(viewer)}`.execute(db);
  return rows[0];
}

/** Removes those whose message was never sent. */
export async function dropWaiting(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from ticket_file where message_id is null and made_at < ${toTime(beforeMs)}`.execute(db);
}
