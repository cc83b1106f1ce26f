import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, openSync, closeSync, readFileSync, statSync, truncateSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import { releaseBallast } from "./ballast.ts";
import { startCaretaker } from "./caretaker-process.ts";
import { type DatabaseAddress, reasonOf } from "../core/db.ts";
import { type Listen, listenAt, own, whereToListen } from "./postgres-listen.ts";
import { isAlive, isOurServer, readPidFile, stopServer } from "./postgres-process.ts";
import { type PostgresHome, hasDatabase, preparePostgresHome } from "./postgres-program.ts";
import { StartError } from "../core/start-error.ts";

export interface EmbeddedPostgres {
  /** As the owner of everything in it. */
  address: Extract<DatabaseAddress, { host: string }>;
  /** Stops the server in order and waits for it; call it last. */
  stop(): Promise<void>;
  /** Lets the server run on, for other processes; it ends with this one where no other keeps it by then. */
  leave(): void;
}

interface Options {
  /** Where others expect the server, when it has to be started. */
  at?: { host: string; port: number };
  /** Extra server settings; tests switch fsync off. */
  flags?: readonly string[];
}

const watchEveryMs = 1_000;
/** A server that is ready by its file but does not answer for this long is another process with a reused id. */
const longestSilenceMs = 10_000;
const ownFolderLink = "/proc/self/cwd";
const user = "offgrid";
const database = "offgrid";
const biggestLog = 16 * 1024 * 1024;

/**
 * Starts the PostgreSQL under `dataDir/postgres`, or takes over the one that a killed portal left running there. The
 * caller must have made sure that no other portal uses the folder (`keepDataDir`). It ends after this process, too, unless
 * another one keeps the folder then.
 * @throws StartError in one sentence when it cannot be started.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  options: Options = {},
): Promise<EmbeddedPostgres> {
  // Comes first: no server is ever without one.
  const caretaker = startCaretaker(dataDir, log);
  try {
    const server = await startOrTakeOver(dataDir, log, options);
    const stop = async () => {
      await server.stop();
      await caretaker.dismiss();
    };
    return { ...server, stop };
  } catch (error) {
    await caretaker.dismiss();
    throw error;
  }
}

async function startOrTakeOver(dataDir: string, log: Logger, options: Options): Promise<EmbeddedPostgres> {
  const home = await preparePostgresHome(dataDir, log);
  if (!hasDatabase(dataDir)) await initialise(home, log);
  const found = await findRunning(home);
  if (found) log.warn({ server: found.pid }, "took over the database that a killed portal left running");
  const start = (listen: Listen) => launchWithRoom(dataDir, home, log, listen, options);
  const { at } = options;
  const running = found ?? (await start(at ? listenAt(at.host, at.port) : await whereToListen(home)));
  await createDatabase(running.address);
  return { address: { ...running.address, database }, ...keepRunning(home, running, log, start) };
}

/**
 * Restarts the server whenever it is gone, for example killed for lack of memory; meanwhile callers get connection
 * errors, which they treat as "away".
 * @returns functions that stop the server in order and wait for it, and that let it run on unwatched.
 */
function keepRunning(
  home: PostgresHome,
  first: Running,
  log: Logger,
  start: (listen: Listen) => Promise<Running>,
): Pick<EmbeddedPostgres, "stop" | "leave"> {
  let running = first;
  let isStopping = false;
  let revival: Promise<void> | undefined;
  const revive = async () => {
    log.error({ server: running.pid }, "the database is gone; it is started again");
    const { host, port } = running.address;
    try {
      running = await start(listenAt(host, port));
      log.info({ server: running.pid }, "the database is back");
    } catch (error) {
      // Often only the remains of the dead one, which take a moment to go; the next round tries again.
      log.error({ reason: reasonOf(error) }, "the database could not be started again yet");
    }
  };
  const watch = setInterval(() => {
    if (isStopping || revival || isAlive(running.pid)) return;
    revival = revive().finally(() => (revival = undefined));
  }, watchEveryMs);
  watch.unref();
  const leave = () => {
    isStopping = true;
    clearInterval(watch);
  };
  const stop = async () => {
    leave();
    await revival;
    await stopServer(home, running.pid);
  };
  return { stop, leave };
}

/**
 * The address of the server that a portal is running under `dataDir`, for commands that work beside it.
 * @returns undefined when none is running.
 */
export async function findEmbeddedPostgres(
  dataDir: string,
  log: Logger,
): Promise<EmbeddedPostgres["address"] | undefined> {
  if (!hasDatabase(dataDir)) return undefined;
  const running = await findRunning(await preparePostgresHome(dataDir, log));
  return running && { ...running.address, database };
}

/** Stops the server that runs under `dataDir`, if any; the caller must keep the folder. */
export async function stopEmbeddedPostgres(dataDir: string, log: Logger): Promise<void> {
  const home = await preparePostgresHome(dataDir, log);
  const file = readPidFile(home);
  if (file && isOurServer(file.pid, home)) await stopServer(home, file.pid);
}

/**
 * PostgreSQL's data folder argument. Root starts it inside the folder, and the kernel's own link to that is enough: so
 * the unprivileged user needs no access to the folders above, such as /root or a private temporary one.
 */
function dataArgument(home: PostgresHome, folder: string): string {
  return home.runAs && process.platform === "linux" ? ownFolderLink : folder;
}

/** Makes the cluster in a folder beside its place and moves it there whole, so a failed start leaves no part of one. */
async function initialise(home: PostgresHome, log: Logger): Promise<void> {
  const half = `${home.data}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  await own(home, half);
  await writeFile(home.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  await own(home, home.password);
  const made = await output(home, half, "initdb", [
    `--pgdata=${dataArgument(home, half)}`,
    `--username=${user}`,
    "--pwfile=../password",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
  ]);
  if (made.code !== 0) {
    await rm(half, { recursive: true, force: true });
    throw new StartError(
      `The embedded database could not be made in ${home.folder} (${lastLine(made.text)}); remedy that, or point DATA_DIR to another folder.`,
    );
  }
  await rename(half, home.data);
  log.info({ folder: home.folder }, "made a new database");
}

interface Running {
  pid: number;
  address: Extract<DatabaseAddress, { host: string }>;
}

/** The running server of this very data folder. One that is still recovering or stopping is waited for. */
async function findRunning(home: PostgresHome): Promise<Running | undefined> {
  let silentSinceMs = Infinity;
  for (;;) {
    const file = readPidFile(home);
    if (!file || !isOurServer(file.pid, home)) return undefined;
    if (file.ready) {
      const address = await addressOf(home, file);
      if (await answersFrom(address, home)) return { pid: file.pid, address };
      silentSinceMs = Math.min(silentSinceMs, performance.now());
      if (performance.now() - silentSinceMs > longestSilenceMs) return undefined;
    }
    await wait(50);
  }
}

async function answersFrom(address: Running["address"], home: PostgresHome): Promise<boolean> {
  const client = new pg.Client(address);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return rows[0]?.data_directory === home.data || rows[0]?.data_directory === ownFolderLink;
  } catch (error) {
    if ((error as { code?: string }).code === "28P01") {
      throw new StartError(
        `The file ${home.password} does not open the embedded database; put back the one that belongs to it, or point DATA_DIR to a new folder.`,
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** If it does not start for lack of space, frees the ballast file and tries again. */
async function launchWithRoom(dataDir: string, ...about: Parameters<typeof launch>): Promise<Running> {
  try {
    return await launch(...about);
  } catch (error) {
    if (!(await releaseBallast(dataDir, reasonOf(error)))) throw error;
    const [, log] = about;
    log.error({ folder: dataDir }, "the disk is full: the ballast file was removed so that the database can start");
    return launch(...about);
  }
}

async function launch(home: PostgresHome, log: Logger, listen: Listen, options: Options): Promise<Running> {
  if (existsSync(home.log) && statSync(home.log).size > biggestLog) truncateSync(home.log, 0);
  const logFile = openSync(home.log, "a", 0o600);
  const offset = statSync(home.log).size;
  await own(home, home.log);
  const stale = readPidFile(home);
  if (stale) log.warn("the database was not shut down cleanly; it recovers by itself");
  const child = spawn(
    join(home.bin, "postgres"),
    ["-D", dataArgument(home, home.data), ...listen.flags, ...(options.flags ?? [])],
    {
      ...home.runAs,
      cwd: home.data,
      // A session of its own: Ctrl-C in the terminal reaches only the portal, which stops the database last.
      detached: true,
      stdio: ["ignore", logFile, logFile],
      // PostgreSQL believes a leftover postmaster.pid when any process has its number, which after a restart of a
      // container is likely. Whether it is ours was checked above; this tells PostgreSQL (it still checks its memory).
      env: { PATH: process.env.PATH, LC_ALL: "C", ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }) },
    },
  );
  closeSync(logFile);
  let ended = false;
  child.once("exit", () => (ended = true));
  child.once("error", () => (ended = true));
  child.unref();
  while (!ended) {
    const file = readPidFile(home);
    if (file && file.pid === child.pid && file.ready) {
      const address = await addressOf(home, { host: listen.host, port: listen.port });
      if (await answersFrom(address, home)) return { pid: file.pid, address };
    }
    await wait(20);
  }
  // A portal that was killed as it started one leaves a server that has no file for a moment, and is found only now.
  const begun = await findRunning(home);
  if (begun) {
    log.warn({ server: begun.pid }, "took over the database that a killed portal had begun to start");
    return begun;
  }
  const said = readFileSync(home.log, "utf8").slice(offset);
  throw new StartError(
    `The embedded database in ${home.folder} did not start (${lastLine(said)}); remedy that (${home.log} tells more), or point DATA_DIR to another folder.`,
  );
}

async function addressOf(home: PostgresHome, at: { host: string; port: number }): Promise<Running["address"]> {
  let password: string;
  try {
    password = (await readFile(home.password, "utf8")).trim();
  } catch (error) {
    throw new StartError(
      `The password of the embedded database cannot be read (${reasonOf(error)}); put the file back, or point DATA_DIR to a new folder.`,
      { cause: error },
    );
  }
  return { host: at.host, port: at.port, user, password, database: "postgres" };
}

async function createDatabase(address: Running["address"]): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

function output(
  home: PostgresHome,
  cwd: string,
  program: string,
  parameters: string[],
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(home.bin, program), parameters, {
      ...home.runAs,
      cwd,
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.once("error", (error) => resolve({ code: null, text: error.message }));
    child.once("close", (code) => resolve({ code, text }));
  });
}

/** The line that gives the reason: the last FATAL, PANIC or error, else the very last. */
function lastLine(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const why = lines.findLast((line) => /\b(FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1) ?? "it gave no reason";
  return why.replace(/^.*?\b(FATAL|PANIC|error):\s*/i, "");
}
