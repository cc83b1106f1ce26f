import { existsSync, readFileSync, statfsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";

import { isAlive, isOurServer, readPidFile, stopServer } from "../postgres/postgres-process.ts";
import { preparePostgresHome } from "../postgres/postgres-program.ts";

const prefix = "offgrid-test-";
/** A folder without its owner's process id belongs to a run that is just starting, unless it is older. */
const abandonedAfterMs = 3_600_000;
/** Linux keeps what is in it in memory. */
const memoryFolder = "/dev/shm";
/** Far more than the databases of a run, even while the web app is built and a browser runs beside it. */
const plentyBytes = 6 * 1024 ** 3;

/** A folder for this run, once what interrupted runs left behind (folders, servers) is removed. */
export async function makeRunFolder(): Promise<string> {
  for (const place of [tmpdir(), memoryFolder].filter((one) => existsSync(one))) {
    for (const name of await readdir(place)) {
      // Another user's runs can be neither examined nor removed.
      if (name.startsWith(prefix)) await removeAbandoned(join(place, name)).catch(() => undefined);
    }
  }
  const folder = await mkdtemp(join(hasPlentyOfMemory() ? memoryFolder : tmpdir(), prefix));
  await writeFile(ownerFile(folder), String(process.pid));
  return folder;
}

/** To make and drop a database, 650 files, takes ten times the processor time on a disk, hundreds of times in a run. */
function hasPlentyOfMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return Math.min(bavail * bsize, freemem()) > plentyBytes;
  } catch {
    return false;
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const isOwned = existsSync(ownerFile(folder));
  if (isOwned && isAlive(Number(readFileSync(ownerFile(folder), "utf8")))) return;
  if (!isOwned && Date.now() - (await stat(folder)).mtimeMs < abandonedAfterMs) return;
  if (existsSync(join(folder, "postgres"))) {
    const home = await preparePostgresHome(folder, pino({ level: "silent" }));
    const server = readPidFile(home);
    if (server && isOurServer(server.pid, home)) await stopServer(home, server.pid);
  }
  await rm(folder, { recursive: true, force: true });
}

function ownerFile(folder: string): string {
  return join(folder, "owner");
}
