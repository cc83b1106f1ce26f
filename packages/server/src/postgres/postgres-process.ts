import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { PostgresHome } from "./postgres-program.ts";

/** Lines of postmaster.pid: process, data folder, start, port, socket folder, address, shared memory, status. */
export function readPidFile(
  home: PostgresHome,
): { pid: number; host: string; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(home.data, "postmaster.pid"), "utf8").split("\n");
    const host = lines[4]?.trim() ? join(home.folder, "socket") : (lines[5]?.trim() ?? "");
    const status = lines[7]?.trim() ?? "";
    return { pid: Number(lines[0]), host, port: Number(lines[3]), ready: status === "ready" };
  } catch {
    return undefined;
  }
}

/** Is this process a PostgreSQL in our data folder, and not another one that got an old process id? */
export function isOurServer(pid: number, home: PostgresHome): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === home.data;
  } catch (error) {
    // In a container root may not look at other users' processes so closely; then the name and an answer decide.
    if ((error as NodeJS.ErrnoException).code !== "EACCES") return false;
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  }
}

/** A server that has not stopped after so long is told to leave the rest to a recovery at its next start. */
const longestStopMs = 120_000;

/** "Fast" stop: ends sessions, writes everything, leaves no recovery behind. */
export async function stopServer(home: PostgresHome, pid: number): Promise<void> {
  const isThere = () => readPidFile(home)?.pid === pid && isAlive(pid);
  if (!isThere()) return;
  process.kill(pid, "SIGINT");
  const endMs = performance.now() + longestStopMs;
  while (isThere() && performance.now() < endMs) await wait(20);
  if (isThere()) process.kill(pid, "SIGQUIT");
  while (isThere()) await wait(20);
  // The file goes last, a moment before the process. One that was taken over may stay in the process list for longer,
  // until its new parent looks, so that is not waited for.
  for (let round = 0; round < 50 && isAlive(pid); round++) await wait(20);
}

/** Does a process with this number exist? */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
