import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import { isDataDirEnding, keepDataDir } from "./data-dir-lock.ts";
import { stopEmbeddedPostgres } from "./embedded-postgres.ts";

const looksEveryMs = 20;

/**
 * Stops the embedded database that a process which has ended left running in its folder, unless others want it: who keeps
 * the folder, or comes for it within the grace.
 * @param graceMs How long others have. Those that used the database all along come at random within a moment.
 * @returns whether the folder was left without a keeper, and with no database running.
 */
export async function endLeftOver(dataDir: string, graceMs: number, log: Logger): Promise<boolean> {
  // A folder that was removed is not made again.
  while (existsSync(join(dataDir, "postgres"))) {
    const folder = await keepDataDir(dataDir, { isEnding: true });
    if (folder) {
      try {
        const endMs = performance.now() + graceMs;
        while (performance.now() < endMs && folder.followers() === 0) await wait(looksEveryMs);
        if (folder.followers() > 0) return false;
        await stopEmbeddedPostgres(dataDir, log);
        return true;
      } finally {
        await folder.release();
      }
    }
    // Another one that is about to end the database could be killed before it has.
    if (!(await isDataDirEnding(dataDir))) return false;
    await wait(looksEveryMs);
  }
  return true;
}
