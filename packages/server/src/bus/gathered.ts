import type { Logger } from "pino";

import { reasonOf } from "../core/db.ts";

/**
 * Work for each of many keys, gathered into rounds: one round at a time takes everything that waits, so that a thousand
 * changes are one statement. For each key the latest value counts. What a round could not do waits for `retry`.
 */
export class Gathered<Value> {
  readonly #work: (batch: ReadonlyMap<string, Value>) => Promise<void>;
  readonly #most: number;
  readonly #log: Logger;
  #waiting = new Map<string, Value>();
  #running: Promise<void> | undefined;

  /** @param most How many keys wait at most; beyond it the oldest are dropped. */
  constructor(log: Logger, most: number, work: (batch: ReadonlyMap<string, Value>) => Promise<void>) {
    this.#log = log;
    this.#most = most;
    this.#work = work;
  }

  get size(): number {
    return this.#waiting.size;
  }

  put(key: string, value: Value): void {
    this.#waiting.delete(key);
    this.#waiting.set(key, value);
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= this.#most) break;
      this.#waiting.delete(oldest);
    }
    this.retry();
  }

  /** Starts a round when something waits and none is under way. */
  retry(): void {
    if (this.#waiting.size > 0) this.#running ??= this.#rounds().finally(() => (this.#running = undefined));
  }

  /** Resolves when no round is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #rounds(): Promise<void> {
    // Whatever arrives in the same turn of the event loop goes together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        await this.#work(batch);
      } catch (error) {
        this.#log.warn({ reason: reasonOf(error), waiting: batch.size }, "screens could not be notified yet; retrying");
        const later = this.#waiting;
        this.#waiting = new Map([...batch, ...later]);
        return;
      }
    }
  }
}
