import type { ReleaseNotes, SignedManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

export interface ReleaseRow {
  version: string;
  seq: number;
  notes: ReleaseNotes;
  size: number;
  uploadedAt: Date;
}

export interface NewRelease extends SignedManifest {
  version: string;
  seq: number;
  path: string;
  archive: Buffer;
  notes: ReleaseNotes;
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

/** Releases are added one at a time, until the transaction ends. */
export async function lockReleases(tx: Db): Promise<void> {
  await sql`lock table controller_release in share row exclusive mode`.execute(tx);
}

/** @returns Whether it was written: version, number and path belong to one release each. */
export async function insertRelease(tx: Db, one: NewRelease, nowMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into controller_release (version, seq, manifest, signature, path, archive, notes, uploaded_by, uploaded_at)
    values (${one.version}, ${one.seq}, ${one.manifest}, ${one.signature}, ${one.path}, ${one.archive},
      ${JSON.stringify(one.notes)}::jsonb, ${one.userId}, ${toTime(nowMs)})
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

/** A connection that breaks all the time uses one for each attempt. */
const downloadsAtMost = 1_000;

/** @returns The upgrade for which a container loads an archive now, or why it must not. */
export async function claimDownload(
  db: Db,
  one: { containerId: string; path: string; claim: string; nowMs: number; untilMs: number },
): Promise<{ id: string } | "missing" | "busy"> {
  const offered = sql`from controller_release r where r.path = ${one.path} and r.version = k.version
    and k.container_id = ${one.containerId} and k.ended_at is null and k.state <> 'gated'`;
  const { rows } = await sql<{ id: string }>`
    update container_upgrade k
    set download_claim = ${one.claim}, download_until = ${toTime(one.untilMs)}, downloads = downloads + 1
    ${offered} and downloads < ${downloadsAtMost}
      and (download_until is null or download_until <= ${toTime(one.nowMs)})
    returning k.id`.execute(db);
  if (rows[0]) return rows[0];
  const known = await sql`select 1 from container_upgrade k where exists (select ${offered})`.execute(db);
  return known.rows.length > 0 ? "busy" : "missing";
}

/** @returns Whether it is still the one that loads. */
export async function keepDownload(db: Db, id: string, claim: string, untilMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update container_upgrade set download_until = ${toTime(untilMs)}
    where id = ${id} and download_claim = ${claim}`.execute(db);
  return numAffectedRows === 1n;
}

export async function endDownload(db: Db, id: string, claim: string): Promise<void> {
  await sql`
    update container_upgrade set download_claim = null, download_until = null
    where id = ${id} and download_claim = ${claim}`.execute(db);
}
