import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";
import type { Logger } from "pino";

import { isDatabaseAway, reasonOf } from "../core/db.ts";

const looksEveryMs = 1_000;
const saysEveryLooks = 60;

/**
 * Waits for a database that starts later than the portal, as after a power cut. One that answers, but lets nobody in by
 * this login or does not have this database, is not waited for: somebody has to see to it.
 * @param name For the log, without the password.
 * @param signal Ends the wait; its reason is thrown then.
 */
export async function awaitDatabase(pool: pg.Pool, name: string, log: Logger, signal: AbortSignal): Promise<void> {
  for (let look = 0; ; look++) {
    const error = await pool.query("select").then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined || !isAbsent(error)) return;
    if (look % saysEveryLooks === 0)
      log.warn(`The database ${name} does not answer yet (${reasonOf(error)}); the portal waits for it.`);
    await wait(looksEveryMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isDatabaseAway(error) && !(typeof code === "string" && /^(28|3D000)/.test(code));
}
