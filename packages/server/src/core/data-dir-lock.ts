import { createHash } from "node:crypto";
import { mkdir, realpath, rm } from "node:fs/promises";
import { type Server, createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { reasonOf } from "./db.ts";
import { StartError } from "./start-error.ts";

const longestSocketPath = 100;

/**
 * Takes DATA_DIR for this process alone. The lock is a socket that we listen on: it ends with the process, also by
 * kill -9, and a file that a killed process left behind is told from a living one by knocking.
 * @returns what gives the folder free again.
 * @throws StartError when another portal uses it or the folder cannot be used.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  let path: string;
  try {
    await mkdir(dataDir, { recursive: true });
    path = lockPath(await realpath(dataDir));
  } catch (error) {
    throw unusable(dataDir, error);
  }
  for (let attempt = 0; ; attempt++) {
    const server = createServer((socket) => socket.end(String(process.pid)));
    try {
      await listen(server, path);
      server.unref();
      return () => new Promise((resolve) => server.close(() => resolve()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || attempt === 3) throw unusable(dataDir, error);
      const owner = await knock(path);
      if (owner !== undefined) {
        throw new StartError(
          `Another portal (process ${owner}) already uses the data folder ${dataDir}; stop it first, or give this one a DATA_DIR of its own.`,
        );
      }
      await rm(path, { force: true });
    }
  }
}

/** The process that uses the folder at this moment, if any. */
export async function dataDirOwner(dataDir: string): Promise<string | undefined> {
  const real = await realpath(dataDir).catch(() => undefined);
  return real === undefined ? undefined : knock(lockPath(real));
}

function lockPath(dataDir: string): string {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\offgrid-portal-${hash}`;
  const inside = join(dataDir, "portal.lock");
  return Buffer.byteLength(inside) <= longestSocketPath ? inside : join(tmpdir(), `offgrid-portal-${hash}.lock`);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}

function knock(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = createConnection(path);
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.once("end", () => resolve(answer));
    socket.once("error", () => resolve(undefined));
  });
}

function unusable(dataDir: string, error: unknown): StartError {
  return new StartError(
    `The data folder ${dataDir} cannot be used (${reasonOf(error)}); make it readable and writable for this user, or point DATA_DIR to another folder.`,
    { cause: error },
  );
}
