import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import { type DatabaseAddress, reasonOf } from "../core/db.ts";

const beatEveryMs = 1_000;
/** A server that does not answer for this long counts as gone. */
const longestSilenceMs = 4_000;
const shortestPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Settings of the server's side: it ends the session of a client that it no longer hears from, even when the connection
 * is half open or the client's process frozen. Both limits are longer than the client itself takes to find out.
 */
const sessionOptions = [
  "timezone=UTC",
  "statement_timeout=10000",
  "idle_session_timeout=10000",
  "tcp_keepalives_idle=4",
  "tcp_keepalives_interval=2",
  "tcp_keepalives_count=3",
  "tcp_user_timeout=10000",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

/** How the server shows such a connection. */
export const applicationName = (name: string) => `offgrid-portal ${name}`;

interface Options {
  address: DatabaseAddress;
  log: Logger;
  /** Shown by the server as the connection's application. */
  name: string;
  /** Runs on each new connection; when it throws, the connection is closed and opened again. */
  onUp(client: pg.Client): Promise<void>;
  /** Runs each second on a live connection, as a sign of life in both directions. */
  onBeat(client: pg.Client): Promise<unknown>;
  /** Called at once when the connection is over. */
  onDown(): void;
}

/** A dedicated connection outside the pool, for session state (LISTEN, advisory locks); reconnects by itself. */
export class HeldConnection {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    // Connections that break one after the other are a second apart.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Resolves when the first connection is up. @throws whatever prevents it. */
  async start(): Promise<void> {
    const client = await this.#connect();
    this.#running = this.#hold(client);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.removeAllListeners("end");
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #hold(first: pg.Client): Promise<void> {
    const { log, name, onDown } = this.#options;
    let client: pg.Client | undefined = first;
    for (let pauseMs = shortestPauseMs; !this.#stopping.signal.aborted;) {
      if (client) {
        pauseMs = shortestPauseMs;
        const reason = await this.#beat(client);
        client = undefined;
        this.#client = undefined;
        onDown();
        if (this.#stopping.signal.aborted) return;
        log.warn({ reason, connection: name }, "a dedicated database connection is gone; reconnecting");
      }
      client = await this.#connect().catch(() => undefined);
      if (client) continue;
      await this.#pause(pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
    await client?.end().catch(() => undefined);
  }

  /** Runs a connection until it is over. @returns the reason. */
  async #beat(client: pg.Client): Promise<string> {
    let reason: string | undefined;
    const ended = new Promise<void>((resolve) => {
      client.once("end", () => {
        reason ??= "it was ended";
        resolve();
      });
    });
    while (reason === undefined && !this.#stopping.signal.aborted) {
      await Promise.race([ended, this.#pause(beatEveryMs)]);
      if (reason !== undefined || this.#stopping.signal.aborted) break;
      try {
        await Promise.race([ended, this.#options.onBeat(client)]);
      } catch (error) {
        reason ??= reasonOf(error);
      }
    }
    // Not its orderly end, for which a silent server would have to answer.
    void client.end().catch(() => undefined);
    client.connection.stream.destroy();
    return reason ?? "it is no longer needed";
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#options.address,
      application_name: applicationName(this.#options.name),
      connectionTimeoutMillis: longestSilenceMs,
      query_timeout: longestSilenceMs,
      keepAlive: true,
      options: sessionOptions,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await this.#options.onUp(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      client.connection.stream.destroy();
      throw error;
    }
    this.#client = client;
    return client;
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
