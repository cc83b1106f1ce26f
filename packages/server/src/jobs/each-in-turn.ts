import type { Logger } from "pino";

import { isDatabaseAway } from "../core/db.ts";
import type { JobRun } from "./job.ts";

/**
 * Does the work of one round for one thing after the other. One that always fails must not stop the others: it is tried
 * again with the next round.
 * @throws what says that the database is away, since then none can be worked on.
 */
export async function eachInTurn(
  ids: readonly string[],
  { name, log, signal }: { name: string; log: Logger } & Pick<JobRun, "signal">,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    if (signal.aborted) return;
    try {
      await work(id);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.warn({ err: error, job: name, id }, "background work failed for one of many; it is tried again");
    }
  }
}
