import { setTimeout as wait } from "node:timers/promises";

import type { Unsubscribe } from "../calls/feature.ts";
import type { Database } from "../core/db.ts";
import { type IngestOptions, IngestSide } from "../features/ingest/ingest-side.ts";
import { RoleLease, type Tenure } from "../postgres/role-lease.ts";
import type { BrokerPart } from "./broker.part.ts";
import type { Part } from "./part.ts";

interface Options extends Pick<IngestOptions, "bus" | "clock" | "log" | "retention" | "tracing"> {
  broker: BrokerPart;
  database: Database;
  /** While the disk has no room, nothing is stored and nothing acknowledged. */
  hasRoom: () => boolean;
  /** Controllers are let in at this port from now on. */
  listening?: ((port: number | undefined) => Promise<void>) | undefined;
  /** The subscriptions of features. */
  subscribe: (side: IngestSide) => Unsubscribe;
}

const sweepEveryMs = 1_000;
const retryMs = 1_000;
/** Workers elsewhere give way for so long after they were last told to, so that nobody waits for an ingest that died. */
const behindForMs = 10_000;
const tellEveryMs = 3_000;
/** A portal that was killed a moment ago may still have the role. */
const longestWaitMs = 3_000;

interface Active {
  side: IngestSide;
  tenure: Tenure;
  unsubscribe: Unsubscribe;
  timer: NodeJS.Timeout;
  /** When workers were last told that ingest is behind, epoch ms; undefined: they need not give way. */
  notifiedBehindMs: number | undefined;
}

/**
 * Ingests what controllers send, in one process at a time: others stand by, and one of them takes over when it ends.
 * What does it is made here, not by its feature: it needs the broker, and each term of the lease has one of its own.
 */
export class IngestPart implements Part {
  readonly name = "ingest";
  readonly #options: Options;
  readonly #lease: RoleLease;
  #active: Active | undefined;
  #isStarted = false;
  #isStopping = false;
  /** The role is this process's, and its work could not be begun yet. */
  #isHindered = false;
  /** Beginnings and ends of tenures, one after the other. */
  #changing: Promise<void> = Promise.resolve();
  #isTaken: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { database, clock, log } = options;
    this.#lease = new RoleLease({
      database,
      clock,
      log,
      role: "ingest",
      onTaken: (tenure) => {
        this.#changing = this.#changing.then(() => this.#takeOver(tenure));
        this.#isTaken?.();
      },
      onLost: () => {
        log.error("another process ingests now; this one stands by");
        this.#changing = this.#changing.then(() => this.#end());
      },
    });
  }

  async start(): Promise<void> {
    const { log } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const settled = new Promise<void>((resolve) => {
      this.#isTaken = resolve;
      timer = setTimeout(resolve, longestWaitMs);
    });
    try {
      await this.#lease.start();
      await settled;
      await this.#changing;
    } catch (error) {
      await this.#lease.stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#isStarted = true;
    if (!this.#active) log.warn("another process ingests; this one stands by and takes over when that one ends");
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#changing;
    await this.#end();
    await this.#lease.stop();
  }

  /** A process that has the role without doing its work is not ready: no other one can take over. */
  isReady(): boolean {
    return this.#active ? this.#active.side.isStoring : !this.#isHindered;
  }

  isStandby(): boolean {
    return !this.#active && !this.#isHindered;
  }

  /** Is so much waiting that other work should leave the database alone? */
  get isBehind(): boolean {
    return this.#active?.side.isBehind ?? false;
  }

  metrics(): Record<string, number> {
    return { ingest_active: this.#active ? 1 : 0, ...this.#active?.side.metrics() };
  }

  /**
   * What stands in the way is an error at the start; later it is tried again until the tenure is over. A connection of the
   * lock that breaks meanwhile does not end it: the role comes back with the same tenure, and nobody else takes it up.
   */
  async #takeOver(tenure: Tenure): Promise<void> {
    while (!this.#isStopping && !tenure.isOver()) {
      try {
        await this.#begin(tenure);
        break;
      } catch (error) {
        if (!this.#isStarted) throw error;
        this.#isHindered = true;
        this.#options.log.error({ err: error }, "ingest could not be taken over yet; tried again");
        await wait(retryMs);
      }
    }
    this.#isHindered = false;
  }

  async #begin(tenure: Tenure): Promise<void> {
    const { broker, bus, database, clock, log, tracing, hasRoom, retention, subscribe } = this.#options;
    const side = new IngestSide({
      broker: broker.broker,
      bus,
      db: database.db,
      clock,
      log,
      tracing,
      write: tenure.write,
      mayStore: () => hasRoom() && tenure.isHeld(),
      retention,
    });
    const unsubscribe = subscribe(side);
    const timer = setInterval(() => {
      void side.sweep();
      this.#tellLoad(side.isBehind);
    }, sweepEveryMs);
    this.#active = { side, tenure, unsubscribe, timer, notifiedBehindMs: undefined };
    try {
      await side.start();
      await broker.serveControllers(side);
      await this.#options.listening?.(broker.mqttPort);
    } catch (error) {
      await this.#end();
      throw error;
    }
    bus.publish("ingestStarted", { atMs: tenure.startedAtMs });
    log.info({ mqttPort: broker.mqttPort }, "this process ingests");
  }

  async #end(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    clearInterval(active.timer);
    await active.unsubscribe();
    await active.side.drain();
    await this.#options.broker.dismissControllers();
    await active.side.stop();
    this.#tellLoad(false);
    this.#active = undefined;
  }

  /** Background work at all processes gives way while ingest is behind. */
  #tellLoad(isBehind: boolean): void {
    const { bus, clock } = this.#options;
    const active = this.#active;
    if (!active) return;
    const { notifiedBehindMs } = active;
    const nowMs = clock.now();
    if (isBehind && (notifiedBehindMs === undefined || Math.abs(nowMs - notifiedBehindMs) >= tellEveryMs)) {
      active.notifiedBehindMs = nowMs;
      bus.publish("ingestBehind", { forMs: behindForMs });
    } else if (!isBehind && notifiedBehindMs !== undefined) {
      active.notifiedBehindMs = undefined;
      bus.publish("ingestBehind", { forMs: 0 });
    }
  }
}
