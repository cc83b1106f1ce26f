import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Logger } from "pino";

import type { Config } from "../config/config.ts";
import { dataDirOwner, keepDataDir } from "../postgres/data-dir-lock.ts";
import { startEmbeddedPostgres, stopEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import type { BackupKey } from "./backup-key.ts";
import type { Progress } from "./make-backup.ts";
import { makeFolder } from "./owner.ts";
import { restoreBackup } from "./restore.ts";

/** The folder of backups: their names, and databases that they are tried in. */

const trialPrefix = "trial-";
/** What a power cut takes from it is made again. */
const withoutLog = ["fsync=off", "wal_level=minimal", "max_wal_senders=0"].flatMap((flag) => ["-c", flag]);
const leftOverMs = 10 * 60_000;
const half = ".backup.partial";
const named = /^offgrid-portal-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

export const folderOf = ({ backupDir, dataDir }: Pick<Config, "backupDir" | "dataDir">) =>
  backupDir ?? join(dataDir, "backups");

export function backupName(atMs: number): string {
  return `offgrid-portal-${new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** Its instant, epoch ms; undefined: the file has another name than backups have by themselves. */
export function instantOf(name: string): number | undefined {
  const [, day, hour, minute, second] = named.exec(name) ?? [];
  const atMs = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Backups by the portal in this folder, the newest first. */
export async function listBackups(folder: string): Promise<{ name: string; atMs: number }[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const atMs = instantOf(name);
      return atMs === undefined ? [] : [{ name, atMs }];
    })
    .toSorted((one, other) => other.atMs - one.atMs);
}

/** Makes the folder, which its owner alone may read, and removes what killed processes left in it. */
export async function prepareFolder(folder: string, log: Logger): Promise<void> {
  await makeFolder(folder);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.endsWith(half) && !name.startsWith(trialPrefix)) continue;
    // One that somebody is at work on was changed lately, or its folder is kept.
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity;
    if (changedMs > Date.now() - leftOverMs || (await dataDirOwner(path)) !== undefined) continue;
    if (name.startsWith(trialPrefix)) await stopEmbeddedPostgres(path, log).catch(() => undefined);
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Makes a file in the folder, or where the folder itself would be made, and removes it: rights alone do not tell, since
 * what started this process may have closed the folder to it.
 * @throws what the disk says.
 */
export async function tryToWrite(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" || dirname(folder) === folder) throw error;
      return false;
    },
  );
  if (!isThere) return tryToWrite(dirname(folder));
  const path = join(folder, `${trialPrefix}${randomUUID()}`);
  await writeFile(path, "", { flag: "wx", mode: 0o600 });
  await rm(path);
}

/**
 * Restores a backup into a database server that is made for it in a folder, compares, and removes it again. It goes to no
 * end that a real restore does not: nothing is left out but the start of a portal.
 * @throws StartError in one sentence.
 */
export async function trial(about: {
  path: string;
  key: BackupKey;
  folder: string;
  log: Logger;
  progress?: Progress;
  signal?: AbortSignal;
}): Promise<{ rows: number }> {
  const { path, key, folder, log, progress, signal } = about;
  await stat(path);
  await makeFolder(folder);
  const home = await mkdtemp(join(folder, trialPrefix));
  try {
    const keeper = await keepDataDir(home);
    try {
      const server = await startEmbeddedPostgres(home, log, { flags: withoutLog });
      try {
        return await restoreBackup({ path, key, to: server.address, progress, signal });
      } finally {
        await server.stop();
      }
    } finally {
      await keeper?.release();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
