import type { Client } from "aedes";

import type { Identity } from "./broker-access.ts";
import type { GuardedConnection } from "./broker-guard.ts";
import { MessagePace } from "./broker-pace.ts";

const unsentLimitBytes = 512 * 1024;
const caughtUpBytes = 64 * 1024;
const lagLimitMs = 30_000;
const refusalsBeforeClose = 10;
const refusalWindowMs = 60_000;

/** Someone who is connected, with what the broker remembers of the connection. */
export class Peer {
  readonly client: Client;
  readonly connection: GuardedConnection;
  readonly identity: Identity;
  readonly pace = new MessagePace();
  readonly topics = new Set<string>();
  /** Messages are taken one after the other. */
  inbox: Promise<void> = Promise.resolve();
  /** Nothing is delivered any more. */
  isEnded = false;
  /** A newer connection of the same client took its place. */
  isReplaced = false;
  #refusals: number[] = [];
  #laggingSinceMs: number | undefined;

  constructor(client: Client, connection: GuardedConnection, identity: Identity) {
    this.client = client;
    this.connection = connection;
    this.identity = identity;
  }

  /** It does not read what it is sent, and is skipped until it caught up. */
  get isLagging(): boolean {
    return this.#laggingSinceMs !== undefined;
  }

  /** Looks whether more may be sent to it. @returns whether it begins to lag with this. */
  beginsToLag(nowMs: number): boolean {
    if (this.isLagging || this.connection.unsentBytes <= unsentLimitBytes) return false;
    this.#laggingSinceMs = nowMs;
    return true;
  }

  /** @returns what became of a lagging reader; undefined while it lags on, or when it never did. */
  judgeLag(nowMs: number): "caught up" | "given up" | undefined {
    if (this.#laggingSinceMs === undefined) return undefined;
    if (this.connection.unsentBytes <= caughtUpBytes) {
      this.#laggingSinceMs = undefined;
      return "caught up";
    }
    return nowMs - this.#laggingSinceMs > lagLimitMs ? "given up" : undefined;
  }

  /** @returns whether that was one refused subscription too many. */
  noteRefusal(nowMs: number): boolean {
    this.#refusals = [...this.#refusals.filter((atMs) => atMs > nowMs - refusalWindowMs), nowMs];
    return this.#refusals.length >= refusalsBeforeClose;
  }

  end(): void {
    this.isEnded = true;
    this.connection.destroy();
    this.client.close();
  }
}

/** Everyone who is connected. */
export class Peers {
  /** Registered and alive. */
  readonly #alive = new Map<Client, Peer>();
  /** Also those that are gone, whose will is still to come. */
  readonly #known = new WeakMap<Client, Peer>();

  add(peer: Peer): void {
    this.#alive.set(peer.client, peer);
    this.#known.set(peer.client, peer);
  }

  get(client: Client): Peer | undefined {
    return this.#alive.get(client);
  }

  /** As `get`, and also when the connection is over. */
  recall(client: Client): Peer | undefined {
    return this.#known.get(client);
  }

  /** The one that has this client id now. */
  withId(clientId: string): Peer | undefined {
    return this.all().find((peer) => peer.client.id === clientId && !peer.isEnded);
  }

  all(): Peer[] {
    return [...this.#alive.values()];
  }

  hasSubscriber(topic: string): boolean {
    return this.all().some((peer) => !peer.isEnded && peer.topics.has(topic));
  }

  remove(client: Client): Peer | undefined {
    const peer = this.#alive.get(client);
    this.#alive.delete(client);
    return peer;
  }

  clear(): void {
    this.#alive.clear();
  }
}
