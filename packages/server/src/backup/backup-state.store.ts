import { sql } from "kysely";

import { type Db, toTime } from "../core/db.ts";

/** What is known of the last backup of the night, and of the last time that one was restored on trial (`backup_state`). */
export interface BackupState {
  /** The last that was good; null: none was. */
  doneAt: Date | null;
  /** Of that one. */
  bytes: number | null;
  /** Since then; null: nothing failed. */
  failedAt: Date | null;
  failure: string | null;
}

type What = "backup" | "trial";
const never: BackupState = { doneAt: null, bytes: null, failedAt: null, failure: null };
const longestFailure = 500;

export async function readBackupStates(db: Db): Promise<Record<What, BackupState>> {
  const { rows } = await sql<BackupState & { what: What }>`
    select what, done_at, bytes::float8 as bytes, failed_at, failure from backup_state`.execute(db);
  const of = (wanted: What) => {
    const { what: _, ...state } = rows.find(({ what }) => what === wanted) ?? { what: wanted, ...never };
    return state;
  };
  return { backup: of("backup"), trial: of("trial") };
}

export async function noteDone(
  db: Db,
  what: What,
  { atMs, file, bytes }: { atMs: number; file: string; bytes: number },
): Promise<void> {
  await sql`insert into backup_state (what, done_at, file, bytes) values (${what}, ${toTime(atMs)}, ${file}, ${bytes})
    on conflict (what) do update set done_at = excluded.done_at, file = excluded.file, bytes = excluded.bytes,
      failed_at = null, failure = null`.execute(db);
}

export async function noteFailed(db: Db, what: What, atMs: number, failure: string): Promise<void> {
  const short = failure.slice(0, longestFailure);
  await sql`insert into backup_state (what, failed_at, failure) values (${what}, ${toTime(atMs)}, ${short})
    on conflict (what) do update set failed_at = excluded.failed_at, failure = excluded.failure`.execute(db);
}

/** When this portal's database was made, epoch ms. */
export async function madeAtMs(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from schema_migration`.execute(db);
  return rows[0]?.at.getTime() ?? 0;
}
