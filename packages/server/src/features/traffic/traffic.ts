import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Logger } from "pino";

import type { Traffic } from "../../broker/broker-guard.ts";
import type { UpMessage } from "../../broker/broker.types.ts";
import type { Clock } from "../../core/clock.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import { quarterMs, quarterOf } from "../../history/quarter-hours.ts";
import { addTraffic, listTraffic } from "./traffic.store.ts";

const everyMs = 60_000;

/** Metrics of containers that the portal measures itself: bytes that the controller received and sent. */
export const trafficMetrics = ["network.rx", "network.tx"] as const;

/**
 * The data budget: bytes of each container, counted at the broker; the releases that it loads are added to the same sums. Sums are written each minute; a kill of the portal
 * loses at most that. At the end of each quarter hour they become readings of `network.rx` and `network.tx`, counters
 * that only grow, at its last millisecond: away from the instants at which controllers measure, and at the very end of
 * every local hour and day, so that the growth over a day is that day's.
 */
export class TrafficMeter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #take: () => ReadonlyMap<string, Traffic>;
  readonly #store: (message: UpMessage) => void;
  /** Taken from the broker and not written yet. */
  #unwritten = new Map<string, Traffic>();
  /** Containers whose sum grew since their last reading. */
  readonly #grown = new Set<string>();
  #quarter: number;
  #writtenMs: number;

  /**
   * @param take Takes the bytes since its last call.
   * @param store Passes a reading on to be stored with the other frames.
   */
  constructor(parts: {
    db: Db;
    clock: Clock;
    log: Logger;
    take: () => ReadonlyMap<string, Traffic>;
    store: (message: UpMessage) => void;
  }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#take = parts.take;
    this.#store = parts.store;
    this.#writtenMs = this.#clock.now();
    this.#quarter = quarterOf(this.#writtenMs);
  }

  /** Writes what is due. Called each second. */
  async sweep(): Promise<void> {
    const nowMs = this.#clock.now();
    const quarter = quarterOf(nowMs);
    // A clock that is set back does not give a quarter hour a second reading.
    if (quarter < this.#quarter) this.#quarter = quarter;
    if (quarter > this.#quarter) {
      const endMs = quarter * quarterMs - 1;
      if (!(await this.#write(endMs))) return;
      this.#quarter = quarter;
      await this.#read(endMs);
    } else if (nowMs - this.#writtenMs >= everyMs || nowMs < this.#writtenMs) {
      await this.#write(nowMs);
    }
  }

  /** Writes what the broker has counted so far; call it when its connections are closed. */
  async stop(): Promise<void> {
    await this.#write(this.#clock.now());
  }

  /** @returns whether it is written; if not, it is kept for the next time. */
  async #write(atMs: number): Promise<boolean> {
    this.#writtenMs = atMs;
    for (const [containerId, { upBytes, downBytes }] of this.#take()) {
      const before = this.#unwritten.get(containerId) ?? { upBytes: 0, downBytes: 0 };
      const sum = { upBytes: before.upBytes + upBytes, downBytes: before.downBytes + downBytes };
      this.#unwritten.set(containerId, sum);
    }
    try {
      await addTraffic(this.#db, this.#unwritten, atMs);
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, "the containers' bytes could not be written; retrying");
      return false;
    }
    for (const containerId of this.#unwritten.keys()) this.#grown.add(containerId);
    this.#unwritten = new Map();
    return true;
  }

  async #read(atMs: number): Promise<void> {
    const sums = await listTraffic(this.#db, [...this.#grown]);
    for (const [containerId, { upBytes, downBytes }] of sums) {
      const [received, sent] = trafficMetrics;
      const values = { [received]: downBytes, [sent]: upBytes };
      this.#store({
        containerId,
        topic: dataTopic.name({ containerId }),
        payload: Buffer.from(JSON.stringify({ ts: atMs, values })),
        isWill: false,
        isOwn: true,
        arrivedMs: performance.now(),
      });
    }
    this.#grown.clear();
  }
}
