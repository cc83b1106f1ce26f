import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Logger } from "pino";

import type { Config } from "../config/config.ts";
import { type DatabaseAddress, reasonOf } from "../core/db.ts";
import { openSecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";
import { dataDirOwner } from "../postgres/data-dir-lock.ts";
import { findEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { hasDatabase } from "../postgres/postgres-program.ts";
import { SharedPostgres } from "../postgres/shared-postgres.ts";
import type { BackupKey } from "./backup-key.ts";

type Where = Pick<Config, "dataDir" | "databaseUrl" | "databaseOwnerUrl">;

const shortestPassphrase = 12;

/** A database as the owner of its tables, for as long as it is needed. */
export interface OpenedDatabase {
  address: DatabaseAddress;
  /** The role of a running portal, where it has to be granted its rights. */
  portalRole: string | undefined;
  close(): Promise<void>;
}

/**
 * The database to back up: of a running portal the one that it keeps, else one that is started meanwhile.
 * @throws StartError
 */
export async function openSource(where: Where, log: Logger): Promise<OpenedDatabase> {
  if (where.databaseUrl !== undefined) return external(where, where.databaseUrl);
  const { dataDir } = where;
  if (!hasDatabase(dataDir)) {
    throw new StartError(`There is no database in ${dataDir}; set DATA_DIR or DATABASE_URL as the portal has it.`);
  }
  const running = (await dataDirOwner(dataDir)) === undefined ? undefined : await findEmbeddedPostgres(dataDir, log);
  if (running) return { address: running, portalRole: undefined, close: async () => undefined };
  return started(dataDir, log);
}

/**
 * The database to fill, which no portal may be using.
 * @throws StartError
 */
export async function openTarget(where: Where, log: Logger): Promise<OpenedDatabase> {
  if (where.databaseUrl !== undefined) return external(where, where.databaseUrl);
  const { dataDir } = where;
  if ((await dataDirOwner(dataDir)) !== undefined) {
    throw new StartError(`The portal in ${dataDir} is running; stop all its processes, then restore.`);
  }
  return started(dataDir, log);
}

/** @throws StartError where the passphrase cannot be read or is short. */
export async function backupKeyOf({
  dataDir,
  backupPassphraseFile: file,
}: Pick<Config, "dataDir" | "backupPassphraseFile">): Promise<BackupKey> {
  const box = existsSync(join(dataDir, "portal.key")) ? openSecretBox(dataDir) : undefined;
  if (file === undefined) return { passphrase: undefined, box };
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new StartError(
      `The file ${file} of BACKUP_PASSPHRASE_FILE cannot be read (${reasonOf(error)}); correct its path or its rights.`,
      { cause: error, known: { code: "passphrase_unreadable", values: { file, reason: reasonOf(error) } } },
    );
  });
  const passphrase = (text.split(/\r?\n/, 1)[0] ?? "").trim();
  if (passphrase.length < shortestPassphrase) {
    throw new StartError(
      `The first line of ${file} has fewer than ${shortestPassphrase} characters; write a longer passphrase into it.`,
      { known: { code: "passphrase_short", values: { file, least: shortestPassphrase } } },
    );
  }
  return { passphrase, box };
}

function external({ databaseOwnerUrl }: Where, databaseUrl: string): OpenedDatabase {
  return {
    address: { connectionString: databaseOwnerUrl ?? databaseUrl },
    portalRole: databaseOwnerUrl === undefined ? undefined : decodeURIComponent(new URL(databaseUrl).username),
    close: async () => undefined,
  };
}

async function started(dataDir: string, log: Logger): Promise<OpenedDatabase> {
  const shared = await SharedPostgres.join(dataDir, log);
  // The next start grants the role of its portal what it needs.
  return { address: shared.address, portalRole: undefined, close: () => shared.close() };
}
