import { readFile } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";

import { type DatabaseAddress, reasonOf } from "../core/db.ts";
import { ownUser, StartError } from "../core/start-error.ts";
import { type Entry, writeArchive } from "./archive.ts";
import type { BackupKey } from "./backup-key.ts";
import { type End, type Manifest, endName, formatVersion, keyName, manifestName } from "./manifest.ts";
import { makeFolder } from "./owner.ts";
import { connect, copyOut, cutOff, listMonths, listSequences, listTables } from "./snapshot.ts";

/** Told of each table that was dealt with. */
export type Progress = (what: string, done: number, of: number) => void;

export interface BackupOptions {
  from: DatabaseAddress;
  /** The new file. */
  path: string;
  /** A folder that is made where it is missing, once nothing else refuses the backup; undefined: it is there. */
  folder?: string | undefined;
  key: BackupKey;
  /** DATA_DIR whose portal.key goes into the file; undefined: none does. */
  keyFrom?: string | undefined;
  progress?: Progress | undefined;
  signal?: AbortSignal | undefined;
}

export interface MadeBackup {
  bytes: number;
  rows: number;
}

/**
 * Writes all that the portal keeps into one file, as of one instant, while it runs.
 * @throws StartError, or whatever the database or the disk say; no file is left then.
 */
export async function makeBackup({
  from,
  path,
  folder,
  key,
  keyFrom,
  progress,
  signal,
}: BackupOptions): Promise<MadeBackup> {
  if (keyFrom !== undefined && key.passphrase === undefined) {
    throw new StartError(
      "A file that holds portal.key has to be encrypted with something else; name a file with a passphrase in BACKUP_PASSPHRASE_FILE.",
    );
  }
  const client = await connect(from, "offgrid-portal backup");
  try {
    const made = { rows: 0 };
    const entries = entriesOf(client, { keyFrom, progress, made });
    if (folder !== undefined) await makeFolder(folder);
    const bytes = await writeArchive(path, key, entries, signal);
    await client.end();
    return { bytes, rows: made.rows };
  } catch (error) {
    cutOff(client);
    throw isOfDisk(error) ? unwritable(path, error) : error;
  }
}

const ofDisk = new Set(["mkdir", "stat", "lchown", "open", "write", "fsync", "rename"]);
const isOfDisk = (error: unknown) => ofDisk.has(String((error as NodeJS.ErrnoException | null)?.syscall));

function unwritable(path: string, error: unknown): StartError {
  const isFull = ["ENOSPC", "EDQUOT"].includes(String((error as NodeJS.ErrnoException).code));
  const remedy = isFull
    ? "free space there, or name another place"
    : `its folder has to belong to ${ownUser()} and, where systemd starts the portal, to be in ReadWritePaths of the unit (docs/production.md), or name another place`;
  return new StartError(`The backup ${path} cannot be written (${reasonOf(error)}); ${remedy}.`, { cause: error });
}

async function* entriesOf(
  client: pg.Client,
  { keyFrom, progress, made }: { keyFrom: string | undefined; progress: Progress | undefined; made: { rows: number } },
): AsyncGenerator<Entry> {
  const tables = await listTables(client);
  await client.query("begin isolation level repeatable read, read only");
  // Before the snapshot, so that no month of it is dropped before it is read.
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`lock table ${names.join(", ")} in access share mode`);
  const manifest = await describe(client, tables, keyFrom !== undefined);
  yield asJson(manifestName, manifest);
  if (keyFrom !== undefined) yield { name: keyName, data: await readFile(join(keyFrom, keyName)) };
  const end: End = { tables: [], sequences: [] };
  for (const [place, table] of tables.entries()) {
    const copied = copyOut(client, table);
    let piece = 0;
    for (;;) {
      const { done, value } = await copied.next();
      if (done) {
        end.tables.push({ name: table.name, ...value });
        made.rows += value.rows;
        break;
      }
      yield { name: `tables/${table.name}/${String(++piece).padStart(8, "0")}`, data: value };
    }
    progress?.(table.name, place + 1, tables.length);
  }
  end.sequences = await listSequences(client);
  await client.query("commit");
  yield asJson(endName, end);
}

async function describe(client: pg.Client, tables: Manifest["tables"], hasKey: boolean): Promise<Manifest> {
  const { rows: now } = await client.query<{ now: Date }>("select now() as now");
  const { rows: steps } = await client.query<Manifest["steps"][number]>(
    "select version, name, checksum from schema_migration order by version",
  );
  const { rows: keys } = await client.query<{ key: string }>(
    "select value #>> '{}' as key from portal_setting where name = 'key'",
  );
  return {
    format: formatVersion,
    createdAt: (now[0]?.now ?? new Date()).toISOString(),
    steps,
    tables,
    months: await listMonths(client),
    key: keys[0]?.key ?? null,
    hasKey,
  };
}

const asJson = (name: string, value: unknown): Entry => ({ name, data: Buffer.from(JSON.stringify(value)) });
