import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { ImportKind, importFailures } from "@offgrid/contract/recordings/import-limits";
import type { ImportState } from "@offgrid/contract/recordings/imports.calls";
import type { ImportReport } from "@offgrid/contract/recordings/recordings.calls";
import { sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import type { Changed } from "../../history/tiers/replace.store.ts";
import type { FileChoices } from "./inspect.ts";
import type { Written } from "./row-writer.ts";

/** Uploaded files and their imports (`data_import`), and what columns were taken for (`import_mapping`). */

export type ImportFailure = (typeof importFailures)[number];

/** What `importStart` was asked for. */
export interface ImportPlan extends FileChoices {
  leaveOut: boolean;
  replace?: { from: string; to: string; metrics: string[]; beyond?: boolean | undefined } | undefined;
}

/** A row, without its file. */
export interface ImportRow {
  id: number;
  containerId: string;
  /** Who brought the file, then who started the import, then who had it undone: as whom it goes on. */
  userId: string;
  name: string;
  kind: ImportKind;
  sheet: number;
  sheets: string[];
  madeAt: Date;
  finishedAt: Date | null;
  state: ImportState["state"];
  failure: ImportFailure | null;
  lines: number;
  lineShift: number;
  plan: ImportPlan | null;
  doneUntil: number;
  progress: number;
  added: number;
  completed: number;
  conflicts: number;
  refused: number;
  replaced: number;
  removed: number;
  replacementId: number | null;
}

const columns =
  sql.raw(`id, container_id, user_id, name, kind, sheet, sheets, made_at, finished_at, state, failure, lines,
  line_shift, plan, done_until, progress, added, completed, conflicts, refused, replaced, removed, replacement_id`);

export interface NewImport {
  containerId: string;
  userId: string;
  name: string;
  kind: ImportKind;
  sheet: number;
  sheets: readonly string[];
  body: Buffer;
  lines: number;
  lineShift: number;
  nowMs: number;
}

/** Files of one person that wait for their import; an older one gives way, never that of somebody else. */
const uploadsKept = 10;

/** Keeps an uploaded file. @returns its id. */
export async function insert(db: Db, one: NewImport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into data_import (container_id, user_id, name, kind, sheet, sheets, made_at, body, lines, line_shift)
    values (${one.containerId}, ${one.userId}, ${one.name}, ${one.kind}, ${one.sheet}, ${[...one.sheets]}::text[],
      ${toTime(one.nowMs)}, ${one.body}, ${one.lines}, ${one.lineShift})
    returning id`.execute(db);
  await sql`delete from data_import where state = 'uploaded' and id in (
    select id from data_import where user_id = ${one.userId} and state = 'uploaded'
    order by id desc offset ${uploadsKept})`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** Keeps a correction that a call makes at once, as one that runs: it is listed and undone as those of files. @returns its id. */
export async function insertCorrection(
  db: Db,
  one: Pick<NewImport, "containerId" | "userId" | "name" | "lines" | "nowMs"> & {
    plan: ImportPlan;
    replacementId: number;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into data_import (container_id, user_id, name, kind, made_at, lines, state, plan, replacement_id)
    values (${one.containerId}, ${one.userId}, ${one.name}, 'csv', ${toTime(one.nowMs)}, ${one.lines}, 'running',
      ${JSON.stringify(one.plan)}::jsonb, ${one.replacementId})
    returning id`.execute(db);
  return (rows[0] as { id: number }).id;
}

export async function find(db: Db, containerId: string, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from data_import where container_id = ${containerId} and id = ${id}`.execute(db);
  return rows[0];
}

/** For the worker, which has only the id. */
export async function findById(db: Db, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select ${columns} from data_import where id = ${id}`.execute(db);
  return rows[0];
}

/** The imports into a container, the newest first, with the names of those as whom they go on. */
export async function list(db: Db, containerId: string): Promise<(ImportRow & { by: string | null })[]> {
  const { rows } = await sql<ImportRow & { by: string | null }>`
    select i.*, ${nameOfUser} as by
    from (select ${columns} from data_import where container_id = ${containerId} order by id desc limit 50) i
    left join app_user u on u.id = i.user_id order by i.id desc`.execute(db);
  return rows;
}

/** The packed file; undefined once it was removed. */
export async function readBody(db: Db, id: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ body: Buffer | null }>`select body from data_import where id = ${id}`.execute(db);
  return rows[0]?.body ?? undefined;
}

export async function readReport(
  db: Db,
  id: number,
): Promise<{ refusedLines: ImportReport["errors"]; conflictsAt: number[] }> {
  const { rows } = await sql<{ refusedLines: ImportReport["errors"]; conflictsAt: number[] }>`
    select refused_lines, conflicts_at from data_import where id = ${id}`.execute(db);
  return rows[0] ?? { refusedLines: [], conflictsAt: [] };
}

/** @param userId Who starts it, as whom it goes on. @returns whether it was uploaded and not started yet. */
export async function start(
  db: Db,
  id: number,
  { plan, replacementId, userId }: { plan: ImportPlan; replacementId: number | undefined; userId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_import set state = 'waiting', plan = ${JSON.stringify(plan)}::jsonb,
      replacement_id = ${replacementId ?? null}, user_id = ${userId}
    where id = ${id} and state = 'uploaded'`.execute(db);
  return numAffectedRows === 1n;
}

/** How many imports of a person are waiting or running. */
export async function countUnderWay(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from data_import where user_id = ${userId} and state = any(${[...underWay]}::text[])`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Moves an import from one state to the next. @returns whether it was in one of those states. */
export async function move(
  db: Db,
  id: number,
  from: readonly ImportState["state"][],
  to: ImportState["state"],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_import set state = ${to} where id = ${id} and state = any (${[...from]}::text[])`.execute(db);
  return numAffectedRows === 1n;
}

/** The states of an import that is under way, and of one that is being undone. */
export const underWay: readonly ImportState["state"][] = ["waiting", "running"];
export const beingUndone: readonly ImportState["state"][] = ["undoing"];

/** Lets an import be undone. @param userId Who wants it, as whom it happens. @returns whether it had ended. */
export async function beginUndo(db: Db, id: number, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_import set state = 'undoing', user_id = ${userId}
    where id = ${id} and state in ('done', 'failed', 'cancelled')`.execute(db);
  return numAffectedRows === 1n;
}

interface Ending {
  /** States that may end so. */
  from: readonly ImportState["state"][];
  state: ImportState["state"];
  failure?: ImportFailure;
  nowMs: number;
}

/** An import has ended: its file is not needed any more. @returns whether it was in one of those states. */
export async function finish(db: Db, id: number, { from, state, failure, nowMs }: Ending): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_import set state = ${state}, failure = ${failure ?? null}, finished_at = ${toTime(nowMs)}, body = null,
      progress = case when ${state} = 'done' then 1 else progress end
    where id = ${id} and state = any (${[...from]}::text[])`.execute(db);
  return numAffectedRows === 1n;
}

/** Removes an uploaded file that was not imported. */
export async function removeUploaded(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from data_import where id = ${id} and state = 'uploaded'`.execute(db);
  return numAffectedRows === 1n;
}

/** Removes an import that is over. @returns whether it was. */
export async function removeEnded(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from data_import where id = ${id} and state in ('done', 'failed', 'cancelled', 'undone')`.execute(db);
  return numAffectedRows === 1n;
}

export async function noteFailure(db: Db, id: number, failure: ImportFailure | null): Promise<void> {
  await sql`update data_import set failure = ${failure} where id = ${id} and failure is distinct from ${failure}`.execute(
    db,
  );
}

export async function noteRefused(db: Db, id: number, refused: number, lines: ImportReport["errors"]): Promise<void> {
  await sql`update data_import set refused = ${refused}, refused_lines = ${JSON.stringify(lines)}::jsonb
    where id = ${id}`.execute(db);
}

/** Where an import is; `before` is where it was, so that of two processes only one goes on. */
export interface Step {
  id: number;
  before: number;
  doneUntil: number;
  progress: number;
}

/** In the transaction that stores readings. @returns false where another process, or the person, was quicker. */
export async function noteWritten(
  tx: Db,
  { id, before, doneUntil, progress }: Step,
  written: Written,
): Promise<boolean> {
  const { added, completed, conflicts, conflictsAt } = written;
  const { numAffectedRows } = await sql`
    update data_import set done_until = ${doneUntil}, progress = ${progress}, failure = null, added = ${added},
      completed = ${completed}, conflicts = ${conflicts}, conflicts_at = ${[...conflictsAt]}::float8[]
    where id = ${id} and state = 'running' and done_until = ${before}`.execute(tx);
  return numAffectedRows === 1n;
}

/** As `noteWritten`, for a day of a correction. */
export async function noteReplaced(
  tx: Db,
  { id, before, doneUntil, progress }: Step,
  { replaced, removed }: Changed,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_import set done_until = ${doneUntil}, progress = ${progress}, failure = null,
      replaced = replaced + ${replaced}, removed = removed + ${removed}
    where id = ${id} and state = 'running' and done_until = ${before}`.execute(tx);
  return numAffectedRows === 1n;
}

/** What these columns were taken for in the last import into this container. */
export async function recall(db: Db, containerId: string, columnsHash: Buffer): Promise<CsvMapping | undefined> {
  const { rows } = await sql<{ mapping: CsvMapping }>`
    select mapping from import_mapping where container_id = ${containerId} and columns_hash = ${columnsHash}`.execute(
    db,
  );
  return rows[0]?.mapping;
}

const mappingsKept = 50;

export async function remember(
  db: Db,
  {
    containerId,
    columnsHash,
    mapping,
    nowMs,
  }: { containerId: string; columnsHash: Buffer; mapping: CsvMapping; nowMs: number },
): Promise<void> {
  await sql`insert into import_mapping (container_id, columns_hash, mapping, used_at)
    values (${containerId}, ${columnsHash}, ${JSON.stringify(mapping)}::jsonb, ${toTime(nowMs)})
    on conflict (container_id, columns_hash) do update set mapping = excluded.mapping, used_at = excluded.used_at`.execute(
    db,
  );
  await sql`delete from import_mapping where container_id = ${containerId} and columns_hash in (
    select columns_hash from import_mapping where container_id = ${containerId}
    order by used_at desc offset ${mappingsKept})`.execute(db);
}

/** Removes files that were never imported, and records that are old. */
export async function clear(db: Db, before: { uploadsMs: number; recordsMs: number }): Promise<void> {
  await sql`delete from data_import where (state = 'uploaded' and made_at < ${toTime(before.uploadsMs)})
    or made_at < ${toTime(before.recordsMs)}`.execute(db);
}
