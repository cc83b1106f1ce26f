import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";

import { isAlive, isOurServer, readPidFile, stopServer } from "../postgres/postgres-process.ts";
import { preparePostgresHome } from "../postgres/postgres-program.ts";

const prefix = "offgrid-test-";
/** A folder without its owner's process id belongs to a run that is just starting, unless it is older. */
const abandonedAfterMs = 3_600_000;

/** A folder for this run, once what interrupted runs left behind (folders, servers) is removed. */
export async function makeRunFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    // Another user's runs can be neither examined nor removed.
    if (name.startsWith(prefix)) await removeAbandoned(folder).catch(() => undefined);
  }
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await writeFile(ownerFile(folder), String(process.pid));
  return folder;
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
