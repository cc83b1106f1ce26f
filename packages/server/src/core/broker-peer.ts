import type { Client } from "aedes";

import type { Identity } from "./broker-access.ts";
import type { GuardedConnection, Traffic } from "./broker-guard.ts";
import type { BrokerLimits } from "./broker-limits.ts";
import { MessagePace } from "./broker-pace.ts";

/** Someone who is connected, with what the broker remembers of the connection. */
export class Peer {
  readonly client: Client;
  readonly connection: GuardedConnection;
  readonly identity: Identity;
  readonly pace: MessagePace;
  readonly topics = new Set<string>();
  /** Messages are taken one after the other. */
  inbox: Promise<void> = Promise.resolve();
  /** Nothing is delivered any more. */
  isEnded = false;
  /** A newer connection of the same client took its place. */
  isReplaced = false;
  readonly #limits: BrokerLimits;
  #refusals: number[] = [];
  #laggingSinceMs: number | undefined;
  #taken: Traffic = { upBytes: 0, downBytes: 0 };

  constructor(client: Client, connection: GuardedConnection, identity: Identity, limits: BrokerLimits) {
    this.client = client;
    this.connection = connection;
    this.identity = identity;
    this.pace = new MessagePace(limits);
    this.#limits = limits;
  }

  /** It does not read what it is sent, and is skipped until it caught up. */
  get isLagging(): boolean {
    return this.#laggingSinceMs !== undefined;
  }

  /** Bytes on their way to it that are still in this process. */
  get unsentBytes(): number {
    return this.connection.unsentBytes;
  }

  /** Looks whether more may be sent to it. @returns whether it begins to lag with this. */
  beginsToLag(nowMs: number): boolean {
    if (this.isLagging || this.unsentBytes <= this.#limits.unsentBytes) return false;
    this.#laggingSinceMs = nowMs;
    return true;
  }

  /** @returns what became of a lagging reader; undefined while it lags on, or when it never did. */
  judgeLag(nowMs: number): "caught up" | "given up" | undefined {
    if (this.#laggingSinceMs === undefined) return undefined;
    if (this.unsentBytes <= this.#limits.caughtUpBytes) {
      this.#laggingSinceMs = undefined;
      return "caught up";
    }
    return nowMs - this.#laggingSinceMs > this.#limits.longestLagMs ? "given up" : undefined;
  }

  /** @returns whether that was one refused subscription too many. */
  noteRefusal(nowMs: number): boolean {
    this.#refusals = [...this.#refusals.filter((atMs) => atMs > nowMs - this.#limits.refusalWindowMs), nowMs];
    return this.#refusals.length >= this.#limits.refusals;
  }

  /** Bytes of the connection, its CONNECT among them, since this was asked last. */
  takeTraffic(): Traffic {
    const { upBytes, downBytes } = this.connection.traffic;
    const since = { upBytes: upBytes - this.#taken.upBytes, downBytes: downBytes - this.#taken.downBytes };
    this.#taken = { upBytes, downBytes };
    return since;
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
  /** By container: bytes that nobody has taken yet. */
  readonly #untaken = new Map<string, Traffic>();

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

  /** Notes what a connection carried by its end. */
  keepTraffic(peer: Peer): void {
    if (peer.identity.kind !== "controller") return;
    const { containerId } = peer.identity;
    const before = this.#untaken.get(containerId) ?? { upBytes: 0, downBytes: 0 };
    const { upBytes, downBytes } = peer.takeTraffic();
    this.#untaken.set(containerId, { upBytes: before.upBytes + upBytes, downBytes: before.downBytes + downBytes });
  }

  /** Bytes of each container's connections since this was asked last. */
  takeTraffic(): Map<string, Traffic> {
    for (const peer of this.all()) this.keepTraffic(peer);
    const taken = new Map([...this.#untaken].filter(([, { upBytes, downBytes }]) => upBytes + downBytes > 0));
    this.#untaken.clear();
    return taken;
  }

  clear(): void {
    this.#alive.clear();
  }
}
