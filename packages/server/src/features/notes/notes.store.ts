import { randomUUID } from "node:crypto";

import { mostNotesListed } from "@offgrid/contract/notes/note-limits";
import type { Note } from "@offgrid/contract/notes/notes.calls";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** What people wrote down about a time at a container (`note`). */

export interface NoteRow {
  id: string;
  containerId: string;
  at: Date;
  text: string;
  userId: string | null;
  userName: string | null;
  writtenAt: Date;
}

/** Deleted ones can be taken back for so long. */
const undoMs = 86_400_000;

const rows = sql`select note.id, note.container_id, note.at, note.text, note.user_id, ${nameOfUser} as user_name, note.written_at
  from note left join app_user u on u.id = note.user_id`;

/** Of what happened from an instant on and before another, newest first. @param limit One more than a screen lists. */
export async function listNotes(
  db: Db,
  viewer: Viewer,
  { containerIds, from, to }: { containerIds: readonly string[]; from: Date; to: Date },
  limit = mostNotesListed + 1,
): Promise<NoteRow[]> {
  const found = await sql<NoteRow>`${rows} where note.container_id = any(${[...containerIds]}::text[])
    and note.container_id in ${visibleContainers(db, viewer)} and note.deleted_at is null
    and note.at >= ${from} and note.at < ${to}
    order by note.at desc, note.id limit ${limit}`.execute(db);
  return found.rows;
}

/** Until the transaction ends, nobody else adds one here, so that their number is right. */
export async function countNotes(tx: Db, containerId: string): Promise<number> {
  await sql`select 1 from container where id = ${containerId} for no key update`.execute(tx);
  const found = await sql<{ count: number }>`select count(*)::int as count from note
    where container_id = ${containerId} and deleted_at is null`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

export async function insertNote(
  tx: Db,
  { containerId, userId, at, text }: { containerId: string; userId: string; at: Date; text: string },
  nowMs: number,
): Promise<NoteRow> {
  const id = randomUUID();
  await sql`insert into note (id, container_id, at, text, user_id, written_at)
    values (${id}, ${containerId}, ${at}, ${text}, ${userId}, ${toTime(nowMs)})`.execute(tx);
  const found = await sql<NoteRow>`${rows} where note.id = ${id}`.execute(tx);
  const [row] = found.rows;
  if (!row) throw new Error("A note that was stored is not there.");
  return row;
}

/** A note at a container that the person sees. */
export async function findNote(tx: Db, viewer: Viewer, id: string): Promise<NoteRow | undefined> {
  const found = await sql<NoteRow>`${rows} where note.id = ${id} and note.deleted_at is null
    and note.container_id in ${visibleContainers(tx, viewer)}`.execute(tx);
  return found.rows[0];
}

/** One that this person deleted within the last day. */
export async function findDeleted(tx: Db, viewer: Viewer, id: string, nowMs: number): Promise<NoteRow | undefined> {
  const found = await sql<NoteRow>`${rows} where note.id = ${id} and note.deleted_at > ${toTime(nowMs - undoMs)}
    and note.deleted_by = ${viewer.userId} and note.container_id in ${visibleContainers(tx, viewer)}`.execute(tx);
  return found.rows[0];
}

/** Deletes a note; those that were deleted more than a day ago are gone with it. */
export async function deleteNote(tx: Db, { userId }: Viewer, id: string, nowMs: number): Promise<void> {
  await sql`update note set deleted_at = ${toTime(nowMs)}, deleted_by = ${userId} where id = ${id}`.execute(tx);
  await sql`delete from note where deleted_at < ${toTime(nowMs - undoMs)}`.execute(tx);
}

export async function restoreNote(tx: Db, id: string): Promise<void> {
  await sql`update note set deleted_at = null, deleted_by = null where id = ${id}`.execute(tx);
}

export function toNote(row: NoteRow, mayDelete: boolean): Note {
  const { id, containerId, at, text, userId, userName, writtenAt } = row;
  return {
    ...{ id, containerId, text, mayDelete },
    at: at.toISOString(),
    by: userId === null ? null : { userId, name: userName },
    writtenAt: writtenAt.toISOString(),
  };
}
