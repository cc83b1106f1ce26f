import { createHash, randomUUID } from "node:crypto";
import { mkdir, realpath, rename, rm } from "node:fs/promises";
import { type Server, type Socket, createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";

const longestSocketPath = 100;
const followWord = "follow";
const endingWord = "ending";

/** The process that keeps DATA_DIR, and with it the embedded database. */
export interface DataDirKeeper {
  /** Processes that use the database beside this one; while it is ending also those that wait for the folder. */
  followers(): number;
  /** From now on the database is about to end: nobody new uses it, and who comes waits until the folder is released. */
  startEnding(): void;
  /** Releases the folder; one of the followers keeps it from then on. */
  release(): Promise<void>;
}

/**
 * Keeps DATA_DIR, if no other process does. The lock is a socket that we listen on: it ends with the process, even by
 * kill -9, and a file left by a killed process differs from a live one in that nobody accepts connections.
 * @param options.isEnding It is kept only to end the database in it, as after `startEnding`.
 * @returns undefined when another process keeps the folder.
 * @throws StartError when the folder cannot be used.
 */
export async function keepDataDir(dataDir: string, { isEnding = false } = {}): Promise<DataDirKeeper | undefined> {
  const path = await makeLockPath(dataDir);
  for (let attempt = 0; ; attempt++) {
    const followers = new Set<Socket>();
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      // One that leaves waits for the answer to its end: from then on it does not count.
      socket.on("end", () => followers.delete(socket));
      socket.on("close", () => {
        sockets.delete(socket);
        followers.delete(socket);
      });
      const isWarned = isEnding;
      socket.once("data", (word: Buffer) => {
        if (word.toString() !== followWord) return;
        // One that was greeted before the end began looks again, and waits then.
        if (isEnding && !isWarned) socket.destroy();
        else followers.add(socket);
      });
      socket.unref();
      socket.write(isWarned ? `${process.pid} ${endingWord}` : String(process.pid));
    });
    try {
      await listen(server, path);
      server.unref();
      return {
        followers: () => followers.size,
        startEnding: () => {
          isEnding = true;
        },
        release: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            for (const socket of sockets) socket.destroy();
          }),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || attempt === 3) throw unusable(dataDir, error);
      if ((await knock(path)) !== undefined) return undefined;
      await removeDead(path);
    }
  }
}

/**
 * Registers this process with the keeper of DATA_DIR as another user of the database.
 * @param onGone Called when the keeper is gone.
 * @returns a function that ends this without a call, and waits until the keeper knows; undefined when there is no keeper.
 * One that is ending the database is waited for.
 */
export async function followDataDir(dataDir: string, onGone: () => void): Promise<(() => Promise<void>) | undefined> {
  const path = await makeLockPath(dataDir);
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once("error", () => resolve(undefined));
    socket.once("data", (greeting: Buffer) => {
      if (saysEnding(greeting.toString())) return;
      let isLeft = false;
      // From here on it does not keep the process alive.
      socket.unref();
      socket.once("close", () => {
        if (!isLeft) onGone();
      });
      const closed = new Promise<void>((done) => socket.once("close", () => done()));
      resolve(() => {
        isLeft = true;
        socket.ref();
        socket.end();
        return closed;
      });
    });
    socket.once("close", () => resolve(undefined));
    socket.once("connect", () => socket.write(followWord));
  });
}

/** The process that currently keeps the folder, if any; not one that only ends the database in it. */
export async function dataDirOwner(dataDir: string): Promise<string | undefined> {
  const greeting = await greetingOf(dataDir);
  return greeting === undefined || saysEnding(greeting) ? undefined : greeting;
}

/** Does a process keep the folder only until it has ended the database? */
export async function isDataDirEnding(dataDir: string): Promise<boolean> {
  const greeting = await greetingOf(dataDir);
  return greeting !== undefined && saysEnding(greeting);
}

const saysEnding = (greeting: string) => greeting.endsWith(endingWord);

async function greetingOf(dataDir: string): Promise<string | undefined> {
  const real = await realpath(dataDir).catch(() => undefined);
  return real === undefined ? undefined : knock(lockPath(real));
}

async function makeLockPath(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    return lockPath(await realpath(dataDir));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function lockPath(dataDir: string): string {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\offgrid-portal-${hash}`;
  const inside = join(dataDir, "portal.lock");
  return Buffer.byteLength(inside) <= longestSocketPath ? inside : join(tmpdir(), `offgrid-portal-${hash}.lock`);
}

/** Removes a dead socket. Several may try at once: a live one, since another process was faster, is put back. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await knock(aside)) === undefined) await rm(aside, { force: true });
  else await rename(aside, path);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}

/** @returns what the process that listens says: its id, and whether it is ending; undefined when none does. */
function knock(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once("close", () => resolve(undefined));
    socket.once("error", () => resolve(undefined));
  });
}

function unusable(dataDir: string, error: unknown): StartError {
  return new StartError(
    `The data folder ${dataDir} cannot be used (${reasonOf(error)}); make it readable and writable for this user, or point DATA_DIR to another folder.`,
    { cause: error },
  );
}
