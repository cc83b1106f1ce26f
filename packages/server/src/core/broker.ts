import type { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import { Aedes, type AedesOptions, type Client, type PublishPacket } from "aedes";
import { browserPacketLimitBytes } from "@offgrid/contract/core/constants";
import { userTopic } from "@offgrid/contract/live/live.topics";
import type { Logger } from "pino";

import { type Identity, isOwnState, mayPublish, subscriptionOf } from "./broker-access.ts";
import type { GuardedConnection } from "./broker-guard.ts";
import { MessagePace } from "./broker-pace.ts";
import type { Clock } from "./clock.ts";

/** What the broker asks of those who know containers, people and storage. */
export interface BrokerParts {
  /** @returns who it is, or undefined when name, id or password are not right. */
  identify(login: Login): Promise<Identity | undefined>;
  /** May this person see this container now? */
  maySee(userId: string, containerId: string): Promise<boolean>;
  /** Is this identity still entitled to what is being delivered to it? */
  isEntitled(identity: Identity): boolean;
  /** Takes a controller's message; resolves when there was room for it, which holds back the sender until then. */
  take(message: UpMessage): Promise<void>;
  /** Any sign of life of a controller. */
  heard(containerId: string): void;
  opened(identity: Identity): void;
  /** A connection ended that no newer one of the same client has replaced. */
  closed(identity: Identity): void;
}

export interface Login {
  clientId: string;
  username: string;
  password: Buffer;
  isWebSocket: boolean;
}

export interface UpMessage {
  containerId: string;
  topic: string;
  payload: Buffer;
  /** Sent by the broker in the place of a controller that is gone. */
  isWill: boolean;
  /** By performance.now(). */
  arrivedMs: number;
}

export interface BrokerSettings {
  connectTimeoutMs?: number;
  drainTimeoutMs?: number;
}

interface Peer {
  client: Client;
  connection: GuardedConnection;
  identity: Identity;
  pace: MessagePace;
  /** Messages are taken one after the other. */
  inbox: Promise<void>;
  topics: Set<string>;
  refusals: number[];
  laggingSinceMs: number | undefined;
  /** Nothing is delivered any more. */
  isEnded: boolean;
  isReplaced: boolean;
}

const keepaliveLimitS = 70;
const controllerKeepaliveLimitS = 60;
const topicLevels = 8;
const unsentLimitBytes = 512 * 1024;
const caughtUpBytes = 64 * 1024;
const lagLimitMs = 30_000;
const refusalsBeforeClose = 10;
const refusalWindowMs = 60_000;
const screenTopics = 500;

/** The embedded MQTT broker with its guards: Aedes is small and usable only with them (quality.md, section 5). */
export class Broker {
  readonly counts = {
    refusedPackets: 0,
    refusedLogins: 0,
    refusedPublishes: 0,
    refusedSubscriptions: 0,
    slowReaders: 0,
  };
  readonly #parts: BrokerParts;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #aedes: Aedes;
  /** Registered and alive. */
  readonly #peers = new Map<Client, Peer>();
  /** Also those that are gone, whose will is still to come. */
  readonly #known = new WeakMap<Client, Peer>();
  readonly #waiting = new WeakMap<Client, () => void>();
  #isStopping = false;

  private constructor(parts: BrokerParts, clock: Clock, log: Logger, settings: BrokerSettings) {
    this.#parts = parts;
    this.#clock = clock;
    this.#log = log;
    this.#aedes = new Aedes({
      connectTimeout: settings.connectTimeoutMs ?? 10_000,
      drainTimeout: settings.drainTimeoutMs ?? 15_000,
      keepaliveLimit: keepaliveLimitS,
      maxTopicLevels: topicLevels,
      concurrency: 1_000,
      preConnect: (client, packet, done) => {
        this.#waiting.get(client)?.();
        done(this.#refuseConnect(packet), true);
      },
      authenticate: (client, username, password, done) => {
        this.#authenticate(client, username, password).then(
          (isKnown) => done(null, isKnown),
          (error: unknown) => {
            this.#log.warn({ err: error }, "a login could not be checked");
            done(Object.assign(new Error("unavailable"), { returnCode: 3 }), false);
          },
        );
      },
      authorizePublish: (client, packet, done) => this.#authorizePublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        this.#authorizeSubscribe(client, subscription.topic).then(
          (isAllowed) => {
            if (isAllowed)
              subscription.qos = this.#peers.get(client)?.identity.kind === "controller" && subscription.qos ? 1 : 0;
            done(null, isAllowed ? subscription : null);
          },
          () => done(null, null),
        );
      },
      authorizeForward: (client, packet) => (this.#mayForward(client) ? packet : null),
    } satisfies AedesOptions);
    this.#aedes.on("unsubscribe", (names, client) =>
      names.forEach((name) => this.#peers.get(client)?.topics.delete(name)),
    );
    this.#aedes.on("clientDisconnect", (client) => this.#forget(client));
    this.#aedes.on("clientError", () => {});
    this.#aedes.on("connectionError", () => this.counts.refusedPackets++);
    this.#aedes.on("ping", (_, client) => this.#heard(client));
    (this.#aedes as EventEmitter).on("error", (error: unknown) => log.error({ err: error }, "broker trouble"));
  }

  static async start(parts: BrokerParts, clock: Clock, log: Logger, settings: BrokerSettings = {}): Promise<Broker> {
    const broker = new Broker(parts, clock, log, settings);
    await broker.#aedes.listen();
    return broker;
  }

  /**
   * Serves a connection.
   * @param onConnect Called at its CONNECT.
   */
  serve(connection: GuardedConnection, onConnect: () => void): void {
    const client = this.#aedes.handle(connection);
    this.#waiting.set(client, onConnect);
  }

  get isListening(): boolean {
    return !this.#isStopping && !this.#aedes.closed;
  }

  /** Sends to whoever subscribed. Quality 1 for controllers, 0 for screens. */
  publish(topic: string, message: unknown, qos: 0 | 1): void {
    if (this.#aedes.closed) return;
    const payload = Buffer.from(JSON.stringify(message));
    this.#aedes.publish({ cmd: "publish", topic, payload, qos, retain: false, dup: false }, () => {});
  }

  hasSubscriber(topic: string): boolean {
    return [...this.#peers.values()].some((peer) => !peer.isEnded && peer.topics.has(topic));
  }

  /** Identity and topics of every live connection. */
  connections(): { identity: Identity; topics: ReadonlySet<string>; isLagging: boolean }[] {
    return [...this.#peers.values()]
      .filter((peer) => !peer.isEnded)
      .map(({ identity, topics, laggingSinceMs }) => ({ identity, topics, isLagging: laggingSinceMs !== undefined }));
  }

  /** Ends every connection that the test names; nothing is delivered to them once this returns. */
  endWhere(isMeant: (identity: Identity, topics: ReadonlySet<string>) => boolean): void {
    for (const peer of this.#peers.values()) if (isMeant(peer.identity, peer.topics)) this.#end(peer);
  }

  /** Lagging readers: a screen that caught up is told to take a fresh snapshot; who lags for long is closed. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const peer of this.#peers.values()) {
      if (peer.laggingSinceMs === undefined) continue;
      if (peer.connection.unsentBytes <= caughtUpBytes) {
        peer.laggingSinceMs = undefined;
        if (peer.identity.kind === "screen") {
          this.publish(userTopic.name({ userId: peer.identity.userId }), { command: "resync" }, 0);
        }
      } else if (nowMs - peer.laggingSinceMs > lagLimitMs) {
        this.#end(peer);
      }
    }
  }

  /** Takes no new message and no new client; what was taken can still be answered. */
  holdOff(): void {
    this.#isStopping = true;
  }

  /** From here on wills and goodbyes say nothing about the fleet: it is the portal that leaves. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const peer of this.#peers.values()) peer.isReplaced = true;
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    for (const peer of this.#peers.values()) peer.connection.destroy();
    this.#peers.clear();
  }

  #refuseConnect(packet: {
    clientId: string;
    keepalive?: number;
    clean?: boolean;
    will?: { topic: string; retain?: boolean };
  }): Error | null {
    // Nothing queues in the broker's memory: what must wait, waits in the database.
    packet.clean = true;
    if (packet.will && !isOwnState(packet.clientId, packet.will.topic))
      return new Error("a will stands on the own state only");
    const isScreen = packet.clientId.startsWith("portal-");
    if (!isScreen && (packet.keepalive ?? 0) > controllerKeepaliveLimitS) return new Error("keep alive limit exceeded");
    return null;
  }

  async #authenticate(client: Client, username: string | undefined, password: Buffer | undefined): Promise<boolean> {
    const connection = client.conn as GuardedConnection;
    const identity =
      username === undefined || password === undefined
        ? undefined
        : await this.#parts.identify({ clientId: client.id, username, password, isWebSocket: connection.isWebSocket });
    // A connection may have ended while its secret was looked up; nobody would hear of its end any more.
    if (this.#isStopping || connection.destroyed) return false;
    const earlier = [...this.#peers.values()].find((peer) => peer.client.id === client.id && !peer.isEnded);
    if (!identity || (earlier && !isSame(earlier.identity, identity))) {
      this.counts.refusedLogins++;
      return false;
    }
    if (earlier) earlier.isReplaced = true;
    if (identity.kind === "screen") connection.gauge.limitBytes = browserPacketLimitBytes;
    const peer: Peer = {
      client,
      connection,
      identity,
      pace: new MessagePace(),
      inbox: Promise.resolve(),
      topics: new Set(),
      refusals: [],
      laggingSinceMs: undefined,
      isEnded: false,
      isReplaced: false,
    };
    this.#peers.set(client, peer);
    this.#known.set(client, peer);
    // A connection that ends before it is registered has no disconnect event.
    connection.once("close", () => setImmediate(() => this.#forget(client)));
    this.#heard(client);
    this.#parts.opened(identity);
    return true;
  }

  #authorizePublish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const peer = client ? this.#known.get(client) : undefined;
    if (!client || !peer || peer.identity.kind !== "controller" || !mayPublish(peer.identity, packet)) {
      this.counts.refusedPublishes++;
      done(new Error("not allowed"));
      return;
    }
    const { containerId } = peer.identity;
    const message: UpMessage = {
      containerId,
      topic: packet.topic,
      // A copy: a slice would hold the whole chunk of the socket for as long as the message waits.
      payload: Buffer.from(packet.payload),
      isWill: client.closed,
      arrivedMs: performance.now(),
    };
    if (message.isWill) {
      if (!peer.isReplaced && !this.#isStopping) void this.#parts.take(message);
      done(null);
      return;
    }
    this.#heard(client);
    const dueMs = performance.now() + peer.pace.take(performance.now());
    peer.inbox = peer.inbox.then(async () => {
      const early = dueMs - performance.now();
      if (early > 0) await wait(early);
      if (client.closed || peer.isEnded || this.#isStopping) return;
      await this.#parts.take(message);
      done(null);
    });
  }

  async #authorizeSubscribe(client: Client, name: string): Promise<boolean> {
    const peer = this.#peers.get(client);
    if (!peer || peer.isEnded) return false;
    const wanted = subscriptionOf(peer.identity, name);
    const isAllowed =
      wanted === "allowed" ||
      (wanted !== "refused" &&
        peer.identity.kind === "screen" &&
        peer.topics.size < screenTopics &&
        (await this.#parts.maySee(peer.identity.userId, wanted.containerId)));
    if (isAllowed && !peer.isEnded) {
      peer.topics.add(name);
      return true;
    }
    this.counts.refusedSubscriptions++;
    const nowMs = this.#clock.now();
    peer.refusals = [...peer.refusals.filter((atMs) => atMs > nowMs - refusalWindowMs), nowMs];
    // After the answer, so that the peer learns why.
    if (peer.refusals.length >= refusalsBeforeClose) setImmediate(() => this.#end(peer));
    return false;
  }

  #mayForward(client: Client): boolean {
    const peer = this.#peers.get(client);
    if (!peer || peer.isEnded || !this.#parts.isEntitled(peer.identity)) return false;
    if (peer.laggingSinceMs !== undefined) return false;
    if (peer.connection.unsentBytes <= unsentLimitBytes) return true;
    peer.laggingSinceMs = this.#clock.now();
    this.counts.slowReaders++;
    return false;
  }

  #heard(client: Client): void {
    const identity = this.#peers.get(client)?.identity;
    if (identity?.kind === "controller") this.#parts.heard(identity.containerId);
  }

  #end(peer: Peer): void {
    peer.isEnded = true;
    peer.connection.destroy();
    peer.client.close();
  }

  #forget(client: Client): void {
    const peer = this.#peers.get(client);
    if (!peer) return;
    this.#peers.delete(client);
    if (!peer.isReplaced && !this.#isStopping) this.#parts.closed(peer.identity);
  }
}

function isSame(one: Identity, other: Identity): boolean {
  if (one.kind === "controller") return other.kind === "controller" && one.containerId === other.containerId;
  return other.kind === "screen" && one.userId === other.userId && one.sessionKey === other.sessionKey;
}
