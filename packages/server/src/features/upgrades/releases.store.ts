import type { SignedManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

export interface ReleaseRow {
  version: string;
  seq: number;
  notes: string;
  size: number;
  uploadedAt: Date;
}

export interface NewRelease extends SignedManifest {
  version: string;
  seq: number;
  path: string;
  archive: Buffer;
  notes: string;
  userId: string;
}

const columns = sql`version, seq, notes, length(archive) as size, uploaded_at`;

export async function findNewest(db: Db): Promise<ReleaseRow | undefined> {
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from controller_release order by seq desc limit 1`.execute(db);
  return rows[0];
}

export async function findRelease(db: Db, version: string): Promise<(ReleaseRow & SignedManifest) | undefined> {
  const { rows } = await sql<ReleaseRow & SignedManifest>`
    select ${columns}, manifest, signature from controller_release where version = ${version}`.execute(db);
  return rows[0];
}

/** @returns Whether it was written: version, number and path belong to one release each. */
export async function insertRelease(tx: Db, one: NewRelease, nowMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into controller_release (version, seq, manifest, signature, path, archive, notes, uploaded_by, uploaded_at)
    values (${one.version}, ${one.seq}, ${one.manifest}, ${one.signature}, ${one.path}, ${one.archive}, ${one.notes},
      ${one.userId}, ${toTime(nowMs)})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** An address of our own, so that no release sends controllers elsewhere. */
export const archivePath = /^releases\/[a-z0-9][a-z0-9.-]*$/;

/** The size of the archive under a path, in bytes. */
export async function findArchiveSize(db: Db, path: string): Promise<number | undefined> {
  const { rows } = await sql<{ size: number }>`
    select length(archive) as size from controller_release where path = ${path}`.execute(db);
  return rows[0]?.size;
}

/** Bytes of an archive; empty beyond its end. */
export async function readArchive(db: Db, path: string, from: number, count: number): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select substring(archive from ${from + 1}::int for ${count}::int) as bytes
    from controller_release where path = ${path}`.execute(db);
  return rows[0]?.bytes ?? Buffer.alloc(0);
}
