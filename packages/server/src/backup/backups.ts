import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Logger } from "pino";

import type { Config } from "../config/config.ts";
import { SharedPostgres } from "../postgres/shared-postgres.ts";
import type { BackupKey } from "./backup-key.ts";
import type { Progress } from "./make-backup.ts";
import { restoreBackup } from "./restore.ts";

/** The folder of backups: their names, and databases that they are tried in. */

const trialPrefix = "trial-";

export const folderOf = ({ backupDir, dataDir }: Pick<Config, "backupDir" | "dataDir">) =>
  backupDir ?? join(dataDir, "backups");

export function backupName(atMs: number): string {
  return `offgrid-portal-${new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
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
}): Promise<{ rows: number }> {
  const { path, key, folder, log, progress } = about;
  await stat(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const home = await mkdtemp(join(folder, trialPrefix));
  try {
    const shared = await SharedPostgres.join(home, log);
    try {
      return await restoreBackup({ path, key, to: shared.address, progress });
    } finally {
      await shared.close();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
