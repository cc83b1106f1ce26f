import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import { type DataDirKeeper, followDataDir, keepDataDir } from "./data-dir-lock.ts";
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { endLeftOver } from "./left-over.ts";

/** How long to wait while the keeper creates or starts its database. */
const looksEveryMs = 100;
/** Several followers that lose their keeper at once do not all try to take the folder at the same instant. */
const longestScatterMs = 200;

/**
 * The embedded PostgreSQL of a DATA_DIR, shared by the processes of one machine. The first one keeps it: starts it,
 * restarts it when it dies, and stops it when it is the last to leave. When the keeper leaves first, or is killed,
 * another process becomes the keeper of the running server.
 */
export class SharedPostgres {
  readonly #dataDir: string;
  readonly #log: Logger;
  #address: EmbeddedPostgres["address"] | undefined;
  #keeper: { folder: DataDirKeeper; server: EmbeddedPostgres } | undefined;
  #leave: (() => Promise<void>) | undefined;
  #joining: Promise<void> = Promise.resolve();
  #isClosing = false;

  private constructor(dataDir: string, log: Logger) {
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** @throws StartError in one sentence when the database cannot be started. */
  static async join(dataDir: string, log: Logger): Promise<SharedPostgres> {
    const shared = new SharedPostgres(dataDir, log);
    await shared.#join();
    return shared;
  }

  get address(): EmbeddedPostgres["address"] {
    if (!this.#address) throw new Error("the database was not joined");
    return this.#address;
  }

  /** This process starts and stops the server. */
  get isKeeper(): boolean {
    return this.#keeper !== undefined;
  }

  /** The last process stops the server in order; call it when this process no longer needs it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#joining;
    if (!this.#keeper) {
      await this.#leave?.();
      // When all processes end at once, the keeper has left the server to others that do not stay either. Those that
      // stay wait at random before they look for a keeper.
      await endLeftOver(this.#dataDir, 2 * longestScatterMs, this.#log);
      return;
    }
    const { folder, server } = this.#keeper;
    if (folder.followers() > 0) {
      this.#log.info("other processes use the database, which runs on");
      server.leave();
    } else {
      folder.startEnding();
      await server.stop();
    }
    await folder.release();
  }

  async #join(): Promise<void> {
    while (!this.#isClosing) {
      const folder = await keepDataDir(this.#dataDir);
      if (folder) return this.#keep(folder);
      if (await this.#follow()) return;
    }
  }

  async #keep(folder: DataDirKeeper): Promise<void> {
    try {
      const server = await startEmbeddedPostgres(this.#dataDir, this.#log, this.#address && { at: this.#address });
      this.#address = server.address;
      this.#keeper = { folder, server };
    } catch (error) {
      await folder.release();
      throw error;
    }
  }

  /** @returns false when the keeper left before its database was found. */
  async #follow(): Promise<boolean> {
    let isGone = false;
    const leave = await followDataDir(this.#dataDir, () => {
      isGone = true;
      if (this.#leave) this.#joining = this.#succeed();
    });
    if (!leave) return false;
    while (!isGone && !this.#isClosing) {
      const address = await findEmbeddedPostgres(this.#dataDir, this.#log).catch(() => undefined);
      if (address && (await isMade(address)) && !isGone) {
        this.#address ??= address;
        this.#leave = leave;
        this.#log.info("uses the embedded database that another process keeps");
        return true;
      }
      await wait(looksEveryMs);
    }
    await leave();
    return this.#isClosing;
  }

  /** The keeper is gone: another process takes its place, perhaps this one. */
  async #succeed(): Promise<void> {
    this.#leave = undefined;
    await wait(Math.random() * longestScatterMs);
    while (!this.#isClosing) {
      try {
        await this.#join();
        if (this.isKeeper) this.#log.warn("keeps the embedded database from now on");
        return;
      } catch (error) {
        this.#log.error({ err: error }, "the embedded database could not be taken over yet; retrying");
        await wait(1_000);
      }
    }
  }
}

/** Does the database itself exist? Its keeper makes it once the server runs. */
async function isMade(address: EmbeddedPostgres["address"]): Promise<boolean> {
  const client = new pg.Client(address);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
