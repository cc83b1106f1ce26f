import type { EventEmitter } from "node:events";

import { Aedes, type AedesOptions, type Client } from "aedes";
import { userTopic } from "@offgrid/contract/live/live.topics";
import type { Logger } from "pino";

import type { Identity } from "./broker-access.ts";
import { BrokerGate } from "./broker-gate.ts";
import type { GuardedConnection, Traffic } from "./broker-guard.ts";
import { type BrokerLimits, brokerLimits } from "./broker-limits.ts";
import { Peers } from "./broker-peer.ts";
import type { BrokerCounts, BrokerParts } from "./broker.types.ts";
import type { Clock } from "./clock.ts";

const keepaliveLimitS = 70;
const topicLevels = 8;

/** The embedded MQTT broker with its guards: Aedes is small and usable only with them (quality.md, section 5). */
export class Broker {
  readonly counts: BrokerCounts = {
    refusedPackets: 0,
    refusedLogins: 0,
    refusedPublishes: 0,
    refusedSubscriptions: 0,
    slowReaders: 0,
  };
  readonly #clock: Clock;
  readonly #aedes: Aedes;
  readonly #gate: BrokerGate;
  readonly #peers = new Peers();
  readonly #waiting = new WeakMap<Client, () => void>();

  private constructor(parts: BrokerParts, clock: Clock, log: Logger, limits: BrokerLimits) {
    this.#clock = clock;
    const gate = new BrokerGate(parts, { peers: this.#peers, counts: this.counts, limits }, clock, log);
    this.#gate = gate;
    this.#aedes = new Aedes({
      connectTimeout: limits.connectTimeoutMs,
      drainTimeout: limits.drainTimeoutMs,
      keepaliveLimit: keepaliveLimitS,
      maxTopicLevels: topicLevels,
      concurrency: 1_000,
      preConnect: (client, packet, done) => {
        this.#waiting.get(client)?.();
        done(gate.refuseConnect(packet), true);
      },
      authenticate: (...asked) => gate.authenticate(...asked),
      authorizePublish: (...asked) => gate.authorizePublish(...asked),
      authorizeSubscribe: (...asked) => gate.authorizeSubscribe(...asked),
      authorizeForward: (client, packet) => (gate.mayForward(client) ? packet : null),
    } satisfies AedesOptions);
    this.#aedes.on("unsubscribe", (names, client) =>
      names.forEach((name) => this.#peers.get(client)?.topics.delete(name)),
    );
    this.#aedes.on("clientDisconnect", (client) => gate.forget(client));
    this.#aedes.on("clientError", () => {});
    this.#aedes.on("connectionError", () => this.counts.refusedPackets++);
    this.#aedes.on("ping", (_, client) => gate.heard(client));
    (this.#aedes as EventEmitter).on("error", (error: unknown) => log.error({ err: error }, "broker trouble"));
  }

  static async start(
    parts: BrokerParts,
    clock: Clock,
    log: Logger,
    limits: BrokerLimits = brokerLimits,
  ): Promise<Broker> {
    const broker = new Broker(parts, clock, log, limits);
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
    return !this.#gate.isShut && !this.#aedes.closed;
  }

  /** Sends to whoever subscribed. Quality 1 for controllers, 0 for screens. */
  publish(topic: string, message: unknown, qos: 0 | 1): void {
    if (this.#aedes.closed) return;
    const payload = Buffer.from(JSON.stringify(message));
    this.#aedes.publish({ cmd: "publish", topic, payload, qos, retain: false, dup: false }, () => {});
  }

  hasSubscriber(topic: string): boolean {
    return this.#peers.hasSubscriber(topic);
  }

  /** Identity and topics of every live connection. */
  connections(): { identity: Identity; topics: ReadonlySet<string>; isLagging: boolean; unsentBytes: number }[] {
    return this.#peers.all().filter((peer) => !peer.isEnded);
  }

  /** Bytes of MQTT to and from each container since this was asked last, those of ended connections too. */
  takeTraffic(): Map<string, Traffic> {
    return this.#peers.takeTraffic();
  }

  /** Ends every connection that the test names; nothing is delivered to them once this returns. */
  endWhere(isMeant: (identity: Identity, topics: ReadonlySet<string>) => boolean): void {
    for (const peer of this.#peers.all()) if (isMeant(peer.identity, peer.topics)) peer.end();
  }

  /** Lagging readers: a screen that caught up is told to take a fresh snapshot; who lags for long is closed. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const peer of this.#peers.all()) {
      const became = peer.judgeLag(nowMs);
      if (became === "given up") peer.end();
      else if (became === "caught up" && peer.identity.kind === "screen")
        this.publish(userTopic.name({ userId: peer.identity.userId }), { command: "resync" }, 0);
    }
  }

  /** Takes no new message and no new client; what was taken can still be answered. */
  holdOff(): void {
    this.#gate.isShut = true;
  }

  /** From here on wills and goodbyes say nothing about the fleet: it is the portal that leaves. */
  async stop(): Promise<void> {
    this.holdOff();
    for (const peer of this.#peers.all()) peer.isReplaced = true;
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    for (const peer of this.#peers.all()) peer.connection.destroy();
    this.#peers.clear();
  }
}
