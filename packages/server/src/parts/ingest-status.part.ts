import type { Logger } from "pino";

import type { Bus } from "../bus/bus.ts";
import { keepFresh } from "../bus/keep-fresh.ts";
import type { Clock } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { heldSinceMs } from "../postgres/role-lease.ts";
import type { Part } from "./part.ts";

interface Options {
  bus: Bus;
  db: Db;
  clock: Clock;
  log: Logger;
}

/** What every process knows of ingest, at whichever process that runs. */
export class IngestStatus implements Part {
  readonly name = "ingest status";
  readonly #options: Options;
  #startedAtMs: number;
  #behindUntilMs = -Infinity;
  /** Counts up: what was read before an event came in is older than that. */
  #started = 0;
  #unsubscribe: (() => void)[] = [];
  #stopKeeping: (() => Promise<void>) | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#startedAtMs = options.clock.now();
  }

  /** @throws what stands in the way of the database. */
  async start(): Promise<void> {
    const { bus, clock, log } = this.#options;
    this.#unsubscribe = [
      bus.subscribe("ingestStarted", ({ atMs }) => {
        this.#started++;
        this.#startedAtMs = atMs;
      }),
      bus.subscribe("ingestBehind", ({ forMs }) => (this.#behindUntilMs = clock.now() + forMs)),
    ];
    this.#stopKeeping = keepFresh(bus, log, { name: "since when ingest runs", reload: () => this.#read() });
    await this.#read();
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#stopKeeping?.();
  }

  /** Since when ingest runs; epoch ms. */
  get startedAtMs(): number {
    return this.#startedAtMs;
  }

  /** Ingest needs the database for itself. */
  get isBehind(): boolean {
    return this.#options.clock.now() < this.#behindUntilMs;
  }

  async #read(): Promise<void> {
    const started = this.#started;
    const atMs = await heldSinceMs(this.#options.db, "ingest");
    if (atMs !== undefined && started === this.#started) this.#startedAtMs = atMs;
  }
}
