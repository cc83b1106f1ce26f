import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import { isDatabaseAway } from "../../core/db.ts";
import { isPartitionGone } from "../../history/tiers/partitions.store.ts";
import { LeaseLost } from "../../postgres/role-lease.ts";

const shortestMs = 200;
const longestMs = 5_000;

/** Repeats what the database does not accept at the moment, until it does. */
export class Retries {
  count = 0;
  readonly #log: Logger;
  readonly #onAway: () => void;
  #isAway = false;
  #isStopping = false;

  /** @param onAway Called before each wait: what was known of the database may no longer be true after it. */
  constructor(log: Logger, onAway: () => void) {
    this.#log = log;
    this.#onAway = onAway;
  }

  /** The last attempt to write failed. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** A write has succeeded. */
  succeeded(): void {
    this.#isAway = false;
  }

  /** From now on nothing is repeated. */
  stop(): void {
    this.#isStopping = true;
  }

  /** @param refused Called when the database will never accept it. */
  async run(work: () => Promise<void>, refused: (error: unknown) => Promise<void> | void): Promise<void> {
    for (let retryMs = shortestMs; ; retryMs = Math.min(longestMs, retryMs * 2)) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isTransient(error)) return refused(error);
        if (!this.#isAway) this.#log.error({ err: error }, "the database accepts no writes; ingest waits and retries");
        this.#isAway = true;
        this.#onAway();
        this.count++;
        if (this.#isStopping) return;
        await wait(retryMs);
      }
    }
  }
}

/**
 * SQLSTATEs that say something about the database and nothing about a message: conflicting writers, a statement or a
 * transaction that took too long, no space or memory, a disk that fails; tables, functions or rights that are not there (yet),
 * as in the middle of a restore; statements that a pooler forgot.
 */
const passing = /^(40|57014|25P0|55|53|58|42|3F|26)/;

/** Worth retrying unchanged. */
function isTransient(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    isDatabaseAway(error) ||
    isPartitionGone(error) ||
    error instanceof LeaseLost ||
    (typeof code === "string" && passing.test(code))
  );
}
