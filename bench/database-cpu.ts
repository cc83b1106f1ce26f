import { readdirSync, readFileSync } from "node:fs";

import type { Database } from "@offgrid/server/core/db";

/** Linux counts processor time in these. */
const ticksPerS = 100;

/** Fields of /proc/<pid>/stat from the third one on: what comes before may contain spaces. Undefined: the process is over. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Processor time of all processes of a database of this machine, in seconds; 0 where it cannot be read. */
export async function databaseCpuS(pool: Database["pool"]): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const main = statOf(String(rows[0]?.pid))?.[1];
  if (main === undefined) return 0;
  const numbers = (pid: string, places: readonly number[]) =>
    places.reduce((sum, place) => sum + Number(statOf(pid)?.[place] ?? 0), 0);
  const running = readdirSync("/proc").filter((pid) => /^[0-9]+$/.test(pid) && statOf(pid)?.[1] === main);
  // Its own time, and that of its children: those that run, and those that are over.
  const ticks = running.reduce((sum, pid) => sum + numbers(pid, [11, 12]), numbers(main, [11, 12, 13, 14]));
  return ticks / ticksPerS;
}
