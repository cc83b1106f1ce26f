/**
 * The database of a portal that was started once, for tests that do not prove a first start: making one takes seconds of
 * processor time, and copying it a fraction of one.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { pino } from "pino";

import { openDatabase } from "../core/db.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { migrate } from "../postgres/migrate.ts";
import { portalAddress } from "../postgres/portal-role.ts";

const run = promisify(execFile);
const log = pino({ level: "silent" });
const prefix = "offgrid-prepared-";
/** Copies that no run has used for so long belong to other versions. */
const unusedAfterMs = 24 * 3_600_000;
/** Says what a new database is like. */
const makers = ["../migrations/", "../postgres/"].map((folder) => new URL(folder, import.meta.url));

/** Puts the database into a data folder that has none, where the portal then finds it as after an earlier start. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const prepared = await preparedFolder();
  await mkdir(dataDir, { recursive: true });
  // Unlike Node's own, keeps the owner, and shares the blocks of the files where the file system can.
  await run("cp", ["-a", join(prepared, "postgres"), join(dataDir, "postgres")]);
}

let made: Promise<string> | undefined;
const preparedFolder = () => (made ??= findOrMake());

/** Runs that begin at the same time may each make one, of which one stays. */
async function findOrMake(): Promise<string> {
  const folder = join(tmpdir(), `${prefix}${await keyOfNewDatabase()}`);
  if (await isOurs(folder)) return folder;
  await removeUnused();
  const half = await mkdtemp(join(tmpdir(), `${prefix}half-`));
  await make(half);
  await rename(half, folder).catch(async (error: unknown) => {
    await rm(half, { recursive: true, force: true });
    if (!(await isOurs(folder))) throw error;
  });
  return folder;
}

async function make(folder: string): Promise<void> {
  // A machine that loses its power loses the run as well; a process that is killed loses nothing that was not flushed.
  const server = await startEmbeddedPostgres(folder, log, { flags: ["-c", "fsync=off"] });
  try {
    const portal = await portalAddress(server.address, folder);
    const database = openDatabase(server.address, log, 1);
    try {
      await migrate(database.pool, log, portal.user);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
  await appendFile(join(folder, "postgres/data/postgresql.conf"), "\nfsync = off\n");
}

/** Changes with everything that makes a database: the schema, PostgreSQL, how it is set up, and for whom. */
async function keyOfNewDatabase(): Promise<string> {
  const hash = createHash("sha256")
    .update(`${process.platform} ${process.getuid?.()}\n`)
    .update(await postgresPackage());
  for (const folder of makers) {
    for (const name of (await readdir(folder)).filter((one) => !one.includes(".test.")).sort())
      hash.update(`${name}\n`).update(await readFile(new URL(name, folder)));
  }
  return hash.digest("hex").slice(0, 20);
}

/** With the version, for which the package exports nothing. */
function postgresPackage(): Promise<Buffer> {
  const library = createRequire(import.meta.url).resolve("embedded-postgres");
  return readFile(join(dirname(library), "..", "package.json"));
}

/** The folder for temporary files is everybody's, so a folder there may be another user's. */
async function isOurs(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const { uid, mode } = await stat(folder);
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o077) !== 0)
    throw new Error(`The folder ${folder} belongs to another user; remove it.`);
  const now = new Date();
  await utimes(folder, now, now);
  return true;
}

async function removeUnused(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < unusedAfterMs) continue;
    // Another user's cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
