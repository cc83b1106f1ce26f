import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";
import type { Logger } from "pino";
import { z } from "zod";

import type { Database } from "../core/db.ts";
import { HeldConnection, applicationName } from "../postgres/held-connection.ts";
import { Announcement, channel, payloadsOf } from "./announcement.ts";
import type { Bus, Subscriber } from "./bus.ts";
import { type BusEvent, type BusEventName, type BusState, busEvents } from "./bus.events.ts";
import { MemoryBus } from "./memory.bus.ts";

/** Payloads that wait while the database is away; beyond that, other processes are told that they missed events. */
const mostWaiting = 2_000;
const messagesAtOnce = 200;
const shortestPauseMs = 100;
const longestPauseMs = 2_000;
const missedName = "missed";
const connectionName = "bus";
/** Each process of a portal that runs has one connection of this name. */
export const busApplication = applicationName(connectionName);

const Envelope = z.tuple([z.string(), z.string(), z.unknown()]);

/**
 * The bus between processes on one database: LISTEN and NOTIFY. What a transaction tells goes out with its commit; the rest
 * goes over the connection that listens, and is never behind charts and exports that wait for one of the pool.
 */
export class PostgresBus implements Bus {
  readonly #log: Logger;
  readonly #local: MemoryBus;
  readonly #origin = randomUUID().slice(0, 8);
  readonly #connection: HeldConnection;
  /** While the connection is up. */
  #client: pg.Client | undefined;
  readonly #waiting: string[] = [];
  #hasOverflowed = false;
  #isFirst = true;
  #isStopping = false;
  #sending: Promise<void> | undefined;

  constructor({ address }: Pick<Database, "address">, log: Logger) {
    this.#log = log;
    this.#local = new MemoryBus(log);
    this.#connection = new HeldConnection({
      address,
      log,
      name: connectionName,
      onUp: (client) => this.#listen(client),
      onBeat: (client) => client.query("select 1"),
      onDown: () => (this.#client = undefined),
    });
  }

  /** @throws whatever prevents the first connection. */
  async start(): Promise<void> {
    await this.#connection.start();
  }

  /** Sends what is waiting, if the database accepts it at once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#sending;
    await this.#connection.stop();
  }

  announce(): Announcement {
    return new Announcement({
      payloadsOf: (name, event) => payloadsOf(this.#origin, name, event),
      deliver: (name, event, state) => this.#local.publish(name, event, state),
      missed: () => this.#local.missed(),
    });
  }

  publish<Name extends BusEventName>(name: Name, event: BusEvent<Name>, state?: BusState<Name>): void {
    this.#local.publish(name, event, state);
    if (this.#waiting.length < mostWaiting) this.#waiting.push(...payloadsOf(this.#origin, name, event));
    else this.#hasOverflowed = true;
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  subscribe<Name extends BusEventName>(name: Name, take: Subscriber<Name>): () => void {
    return this.#local.subscribe(name, take);
  }

  onMissed(take: () => void): () => void {
    return this.#local.onMissed(take);
  }

  async #listen(client: pg.Client): Promise<void> {
    client.on("notification", ({ payload }) => this.#take(payload ?? ""));
    await client.query(`listen ${channel}`);
    this.#client = client;
    if (!this.#isFirst) this.#local.missed();
    this.#isFirst = false;
  }

  #take(payload: string): void {
    try {
      const [origin, name, event] = Envelope.parse(JSON.parse(payload));
      if (origin === this.#origin) return;
      if (name === missedName) this.#local.missed();
      // A newer portal beside this one may publish events that this one does not know.
      else if (isEventName(name)) this.#deliver(name, event);
    } catch (error) {
      this.#log.error({ err: error }, "a bus message could not be read");
    }
  }

  #deliver<Name extends BusEventName>(name: Name, event: unknown): void {
    this.#local.publish(name, busEvents[name].parse(event) as BusEvent<Name>);
  }

  /** One statement at a time: whatever is published meanwhile goes with the next one. */
  async #send(): Promise<void> {
    for (let pauseMs = shortestPauseMs; ;) {
      // Events published in the same turn of the event loop are sent together.
      await Promise.resolve();
      const taken = this.#waiting.slice(0, messagesAtOnce);
      const wasOverflow = this.#hasOverflowed;
      if (taken.length === 0 && !wasOverflow) return;
      const payloads = [...taken];
      if (wasOverflow) payloads.push(...payloadsOf(this.#origin, missedName, {}));
      try {
        await this.#notify(payloads);
        this.#waiting.splice(0, taken.length);
        if (wasOverflow) this.#hasOverflowed = false;
        pauseMs = shortestPauseMs;
      } catch {
        if (this.#isStopping) return;
        await wait(pauseMs);
        pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      }
    }
  }

  /** @throws Error when the database is away. */
  async #notify(payloads: readonly string[]): Promise<void> {
    if (!this.#client) throw new Error("the connection of the bus is not up");
    await this.#client.query("select pg_notify($1, payload) from unnest($2::text[]) payload", [channel, payloads]);
  }
}

function isEventName(name: string): name is BusEventName {
  return Object.hasOwn(busEvents, name);
}
