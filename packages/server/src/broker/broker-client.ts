import type { Client } from "aedes";

import type { Identity } from "./broker-access.ts";
import type { GuardedConnection, Traffic } from "./broker-guard.ts";
import type { BrokerLimits } from "./broker-limits.ts";
import { Pace } from "./broker-pace.ts";

/** A connected client, with what the broker remembers about its connection. */
export class BrokerClient {
  readonly client: Client;
  readonly connection: GuardedConnection;
  readonly identity: Identity;
  /** Paces the database checks of whether it may watch a container. */
  readonly checkPace: Pace;
  /** Kept by `BrokerClients`, which finds subscribers by them. */
  readonly topics = new Set<string>();
  /** Messages are processed one at a time. */
  inbox: Promise<void> = Promise.resolve();
  /** Nothing more is delivered to it. */
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
    this.checkPace = new Pace({ perS: limits.topicChecksPerS, burst: limits.screenTopics });
    this.#limits = limits;
  }

  /** It does not read what it is sent, and is skipped until it has caught up. */
  get isLagging(): boolean {
    return this.#laggingSinceMs !== undefined;
  }

  /** Bytes queued for it in this process. */
  get unsentBytes(): number {
    return this.connection.unsentBytes;
  }

  /** Bytes of its messages that were read and are not taken yet. */
  get waitingBytes(): number {
    return this.connection.waitingBytes;
  }

  /** Checks whether more may be sent to it. @returns whether it starts to lag now. */
  beginsToLag(nowMs: number): boolean {
    if (this.isLagging || this.unsentBytes <= this.#limits.unsentBytes) return false;
    this.#laggingSinceMs = nowMs;
    return true;
  }

  /** @returns what became of a lagging reader; undefined while it still lags, or if it never did. */
  judgeLag(nowMs: number): "caught up" | "abandoned" | undefined {
    if (this.#laggingSinceMs === undefined) return undefined;
    if (this.unsentBytes <= this.#limits.caughtUpBytes) {
      this.#laggingSinceMs = undefined;
      return "caught up";
    }
    return nowMs - this.#laggingSinceMs > this.#limits.longestLagMs ? "abandoned" : undefined;
  }

  /** @returns whether this was one refused subscription too many. */
  noteRefusal(nowMs: number): boolean {
    this.#refusals = [...this.#refusals.filter((atMs) => atMs > nowMs - this.#limits.refusalWindowMs), nowMs];
    return this.#refusals.length >= this.#limits.refusals;
  }

  /** Bytes of the connection, including its CONNECT, since the last call. */
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
export class BrokerClients {
  /** Registered and alive. */
  readonly #alive = new Map<Client, BrokerClient>();
  /** Includes clients that have disconnected but whose will is still to come. */
  readonly #known = new WeakMap<Client, BrokerClient>();
  readonly #byClientId = new Map<string, Set<BrokerClient>>();
  readonly #byTopic = new Map<string, Set<BrokerClient>>();
  /** By container: bytes not yet collected. */
  readonly #untaken = new Map<string, Traffic>();

  add(brokerClient: BrokerClient): void {
    this.#alive.set(brokerClient.client, brokerClient);
    this.#known.set(brokerClient.client, brokerClient);
    addTo(this.#byClientId, brokerClient.client.id, brokerClient);
  }

  get(client: Client): BrokerClient | undefined {
    return this.#alive.get(client);
  }

  /** As `get`, but also finds closed connections. */
  recall(client: Client): BrokerClient | undefined {
    return this.#known.get(client);
  }

  /** The client that holds this client id now. */
  withId(clientId: string): BrokerClient | undefined {
    for (const brokerClient of this.#byClientId.get(clientId) ?? []) if (!brokerClient.isEnded) return brokerClient;
    return undefined;
  }

  all(): BrokerClient[] {
    return [...this.#alive.values()];
  }

  hasSubscriber(topic: string): boolean {
    for (const brokerClient of this.#byTopic.get(topic) ?? []) if (!brokerClient.isEnded) return true;
    return false;
  }

  /** Records a subscription. */
  subscribe(brokerClient: BrokerClient, topic: string): void {
    brokerClient.topics.add(topic);
    // A client that has already gone would never be removed from the index.
    if (this.#alive.has(brokerClient.client)) addTo(this.#byTopic, topic, brokerClient);
  }

  unsubscribe(client: Client, topic: string): void {
    const brokerClient = this.#alive.get(client);
    if (!brokerClient) return;
    brokerClient.topics.delete(topic);
    removeFrom(this.#byTopic, topic, brokerClient);
  }

  remove(client: Client): BrokerClient | undefined {
    const brokerClient = this.#alive.get(client);
    this.#alive.delete(client);
    if (!brokerClient) return undefined;
    removeFrom(this.#byClientId, client.id, brokerClient);
    for (const topic of brokerClient.topics) removeFrom(this.#byTopic, topic, brokerClient);
    return brokerClient;
  }

  /** Records the traffic of a connection up to now. */
  keepTraffic(brokerClient: BrokerClient): void {
    if (brokerClient.identity.kind !== "controller") return;
    const { containerId } = brokerClient.identity;
    const before = this.#untaken.get(containerId) ?? { upBytes: 0, downBytes: 0 };
    const { upBytes, downBytes } = brokerClient.takeTraffic();
    this.#untaken.set(containerId, { upBytes: before.upBytes + upBytes, downBytes: before.downBytes + downBytes });
  }

  /** Bytes of each container's connections since the last call. */
  takeTraffic(): Map<string, Traffic> {
    for (const brokerClient of this.all()) this.keepTraffic(brokerClient);
    const taken = new Map([...this.#untaken].filter(([, { upBytes, downBytes }]) => upBytes + downBytes > 0));
    this.#untaken.clear();
    return taken;
  }

  clear(): void {
    this.#alive.clear();
    this.#byClientId.clear();
    this.#byTopic.clear();
  }
}

function addTo(index: Map<string, Set<BrokerClient>>, key: string, brokerClient: BrokerClient): void {
  const clients = index.get(key);
  if (clients) clients.add(brokerClient);
  else index.set(key, new Set([brokerClient]));
}

function removeFrom(index: Map<string, Set<BrokerClient>>, key: string, brokerClient: BrokerClient): void {
  const clients = index.get(key);
  clients?.delete(brokerClient);
  if (clients?.size === 0) index.delete(key);
}
