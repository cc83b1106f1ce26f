import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { formatSize } from "@offgrid/contract/telemetry/format";

import { backupKeyOf, openSource, openTarget } from "../backup/portal-databases.ts";
import { backupName, folderOf, trial } from "../backup/backups.ts";
import { makeBackup, type Progress } from "../backup/make-backup.ts";
import { readBackup } from "../backup/read-backup.ts";
import { restoreBackup } from "../backup/restore.ts";
import { type Config, readConfig } from "../config/config.ts";
import { openLog } from "../core/log.ts";
import { StartError } from "../core/start-error.ts";
import { type Desk, verb, yes } from "./verb.ts";

const replace = { type: "boolean", help: "replace all that the database has" } as const;
const progressEveryMs = 1_000;

export const backupVerbs = [
  verb({
    words: "backup",
    parameters: {},
    options: {
      to: { type: "string", value: "FILE", help: "the new file, or a folder for it; left out: in BACKUP_DIR" },
      "with-key": { type: "boolean", help: "put portal.key into the file; needs BACKUP_PASSPHRASE_FILE" },
    },
    summary: "Writes everything the portal keeps into one encrypted file, while it runs",
    run: async (given, { say, note, env }) => {
      const config = readConfig(env);
      const to = await newFile(config, given.to);
      const source = await openSource(config, logOf(config));
      try {
        const key = await backupKeyOf(config);
        const keyFrom = given["with-key"] ? config.dataDir : undefined;
        const made = await makeBackup({ from: source.address, ...to, key, keyFrom, progress: tellEachSecond(note) });
        say(`Backed up ${made.rows} rows into ${to.path} (${sizeInWords(made.bytes)}).`);
        say(
          given["with-key"]
            ? "It holds portal.key and opens with the passphrase: keep the two apart."
            : `It does not hold portal.key${key.passphrase === undefined ? ", which alone opens it" : ""}: keep a copy of that elsewhere.`,
        );
      } finally {
        await source.close();
      }
    },
  }),
  verb({
    words: "verify",
    parameters: { file: "a backup" },
    options: { restore: { type: "boolean", help: "also restore it into a new database, which is removed again" } },
    summary: "Reads a backup to its end and says whether it is whole",
    run: async (given, { say, note, env }) => {
      const config = readConfig(env);
      const key = await backupKeyOf(config);
      const { manifest, rows } = await readBackup(given.file, key, {}, tellEachSecond(note));
      say(`The backup of ${manifest.createdAt} is whole: ${rows} rows in ${manifest.tables.length} tables.`);
      if (!given.restore) return;
      await trial({
        path: given.file,
        key,
        folder: folderOf(config),
        log: logOf(config),
        progress: tellEachSecond(note),
      });
      say("It was restored into a new database, and what came of it is the same.");
    },
  }),
  verb({
    words: "restore",
    parameters: { file: "a backup" },
    options: { replace, yes },
    summary: "Fills the database of DATA_DIR or DATABASE_URL from a backup, wholly or not at all",
    more: "The portal must not be running. Sign-ins, and whatever was open or unsent, end with it (docs/operations.md).",
    run: async (given, { say, note, env, confirm }) => {
      const config = readConfig(env);
      const key = await backupKeyOf(config);
      if (given.replace) await confirm("Replace everything in the database by the backup?", given.yes);
      const target = await openTarget(config, logOf(config));
      try {
        const options = { path: given.file, key, to: target.address, portalRole: target.portalRole };
        const { dataDir } = config;
        const read = await restoreBackup({
          ...options,
          replaces: given.replace,
          dataDir,
          progress: tellEachSecond(note),
        });
        say(`Restored ${read.rows} rows as of ${read.manifest.createdAt}. Start the portal now.`);
        await sayWhetherKeyFits(read.manifest, config, say);
      } finally {
        await target.close();
      }
    },
  }),
  verb({
    words: "move",
    parameters: { address: "where to: the address of an external database as in DATABASE_URL, or embedded" },
    options: {
      owner: { type: "string", value: "ADDRESS", help: "the same database as the owner of its tables" },
      replace,
      yes,
    },
    summary: "Moves the portal's database to another server, by a backup and its restore",
    more: "The portal must not be running. The database of before stays as it is.",
    run: async (given, desk) => move(given, desk),
  }),
];

async function move(
  given: { address: string; owner: string | undefined; replace: boolean; yes: boolean },
  { say, note, env, confirm }: Desk,
): Promise<void> {
  const config = readConfig(env);
  const isInside = given.address === "embedded";
  const there = readConfig({
    ...env,
    DATABASE_URL: isInside ? "" : given.address,
    DATABASE_OWNER_URL: isInside ? "" : (given.owner ?? ""),
  });
  if (there.databaseUrl === config.databaseUrl)
    throw new StartError("The database is there already; name another one.");
  if (given.replace) await confirm("Replace everything in the other database?", given.yes);
  const between = await newFile(config, undefined);
  const key = await backupKeyOf(config);
  const log = logOf(config);
  const source = await openTarget(config, log);
  try {
    await makeBackup({ from: source.address, ...between, key, progress: tellEachSecond(note) });
  } finally {
    await source.close();
  }
  const target = await openTarget(there, log);
  try {
    const { path } = between;
    const options = { path, key, to: target.address, portalRole: target.portalRole, replaces: given.replace };
    const read = await restoreBackup({ ...options, progress: tellEachSecond(note) });
    say(`Moved ${read.rows} rows. The file between them is ${path}; the database of before is as it was.`);
    say(`${whatToSet(config, there)}, then start the portal. Everybody has to sign in again.`);
  } finally {
    await target.close();
  }
}

function whatToSet(here: Config, there: Config): string {
  if (there.databaseUrl === undefined) return "Unset DATABASE_URL and DATABASE_OWNER_URL";
  if (there.databaseOwnerUrl !== undefined) return "Set DATABASE_URL and DATABASE_OWNER_URL to the new addresses";
  return `Set DATABASE_URL to the new address${here.databaseOwnerUrl === undefined ? "" : " and unset DATABASE_OWNER_URL"}`;
}

/**
 * Nothing is made yet, since the backup may still be refused.
 * @param given A file or a folder.
 */
async function newFile(config: Config, given: string | undefined): Promise<{ path: string; folder?: string }> {
  const to = given === undefined ? folderOf(config) : resolve(given);
  const found = await stat(to).catch(() => undefined);
  if (given !== undefined && !found?.isDirectory()) {
    if (found) throw new StartError(`${to} exists already; name a new file.`);
    return { path: to };
  }
  return { path: join(to, backupName(Date.now())), folder: to };
}

async function sayWhetherKeyFits(manifest: { key: string | null }, config: Config, say: Desk["say"]): Promise<void> {
  const { box } = await backupKeyOf({ dataDir: config.dataDir, backupPassphraseFile: undefined });
  if (manifest.key === null || box?.fingerprint === manifest.key) return;
  say(
    `The key that sealed its secrets is not in ${config.dataDir}: put portal.key there with mode 600 before you start the portal.`,
  );
}

/** At most a line a second. */
function tellEachSecond(note: Desk["note"]): Progress {
  let saidMs = performance.now();
  return (what, done, of) => {
    if (performance.now() - saidMs < progressEveryMs) return;
    saidMs = performance.now();
    note(`${done}/${of} ${what}`);
  };
}

/** With plain spaces, as on every command line. */
const sizeInWords = (bytes: number) => formatSize(bytes, "en").replaceAll("\u00a0", " ");
const logOf = (config: Config) => openLog(config.logLevel === "info" ? "warn" : config.logLevel, process.stderr);
