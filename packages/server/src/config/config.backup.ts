import { join, resolve } from "node:path";

import { z } from "zod";

import { filePath } from "./config.schemas.ts";
import type { Setting } from "./config.setting.ts";

/** Where backups go, and what encrypts them. */
export interface BackupConfig {
  /** Absolute path of the folder of the nightly backups; undefined: none are made. */
  backupDir: string | undefined;
  /** Absolute path; undefined: the portal's own key encrypts them. */
  backupPassphraseFile: string | undefined;
}

export const backupSettings = {
  backupDir: {
    name: "BACKUP_DIR",
    fallback: undefined,
    shown: "`backups` in DATA_DIR",
    meaning: "folder of the nightly backups, best on another disk; off: none are made",
    expected: "the path of a folder, or off",
    schema: z.string().trim().min(1).optional(),
  },
  backupPassphraseFile: {
    name: "BACKUP_PASSPHRASE_FILE",
    fallback: undefined,
    shown: "unset: `portal.key`",
    meaning: "file whose first line encrypts backups, so that they can be restored without `portal.key`",
    expected: "the path of a file",
    schema: filePath,
  },
} satisfies Record<string, Setting>;

/** @param read The values of the settings. */
export function backupConfig(read: {
  dataDir: string;
  backupDir: string | undefined;
  backupPassphraseFile: string | undefined;
}): BackupConfig {
  const { dataDir, backupDir: dir, backupPassphraseFile: file } = read;
  return {
    backupDir: dir === "off" ? undefined : resolve(dir ?? join(dataDir, "backups")),
    backupPassphraseFile: file === undefined ? undefined : resolve(file),
  };
}
