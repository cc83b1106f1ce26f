import type { EventEmitter } from "node:events";

import { Aedes, type AedesOptions, type Client } from "aedes";
import { userTopic } from "@offgrid/contract/live/live.topics";
import type { Logger } from "pino";

import type { Identity } from "./broker-access.ts";
import { BrokerGate } from "./broker-gate.ts";
import type { GuardedConnection, Traffic } from "./broker-guard.ts";
import { type BrokerLimits, brokerLimits } from "./broker-limits.ts";
import { type BrokerClient, BrokerClients } from "./broker-client.ts";
import type { BrokerCounts, BrokerOptions } from "./broker.types.ts";
import type { Clock } from "../core/clock.ts";

const keepaliveLimitS = 70;
const topicLevels = 8;

/** The embedded MQTT broker with its guards: Aedes is small and only safe to use with them (quality.md, section 5). */
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
  readonly #clients = new BrokerClients();
  readonly #waiting = new WeakMap<Client, () => void>();

  private constructor(options: BrokerOptions, clock: Clock, log: Logger, limits: BrokerLimits) {
    this.#clock = clock;
    const gate = new BrokerGate(options, { clients: this.#clients, counts: this.counts, limits }, clock, log);
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
    this.#aedes.on("unsubscribe", (names, client) => names.forEach((name) => this.#clients.unsubscribe(client, name)));
    this.#aedes.on("clientDisconnect", (client) => gate.forget(client));
    this.#aedes.on("clientError", () => {});
    this.#aedes.on("connectionError", () => this.counts.refusedPackets++);
    this.#aedes.on("ping", (_, client) => gate.sawContact(client));
    (this.#aedes as EventEmitter).on("error", (error: unknown) =>
      log.error({ err: error }, "the broker reported an error"),
    );
  }

  static async start(
    options: BrokerOptions,
    clock: Clock,
    log: Logger,
    limits: BrokerLimits = brokerLimits,
  ): Promise<Broker> {
    const broker = new Broker(options, clock, log, limits);
    await broker.#aedes.listen();
    return broker;
  }

  /**
   * Serves a connection.
   * @param onConnect Called when its CONNECT arrives.
   */
  serve(connection: GuardedConnection, onConnect: () => void): void {
    const client = this.#aedes.handle(connection);
    this.#waiting.set(client, onConnect);
  }

  get isListening(): boolean {
    return !this.#gate.isShut && !this.#aedes.closed;
  }

  /** Publishes to all subscribers: QoS 1 for controllers, 0 for screens. */
  publish(topic: string, message: unknown, qos: 0 | 1): void {
    if (this.#aedes.closed) return;
    const payload = Buffer.from(JSON.stringify(message));
    this.#aedes.publish({ cmd: "publish", topic, payload, qos, retain: false, dup: false }, () => {});
  }

  hasSubscriber(topic: string): boolean {
    return this.#clients.hasSubscriber(topic);
  }

  /** Identity and topics of every live connection. */
  connections(): Pick<BrokerClient, "identity" | "topics" | "isLagging" | "unsentBytes" | "waitingBytes">[] {
    return this.#clients.all().filter((brokerClient) => !brokerClient.isEnded);
  }

  /** Bytes of MQTT to and from each container since the last call, including connections that have ended. */
  takeTraffic(): Map<string, Traffic> {
    return this.#clients.takeTraffic();
  }

  /** Ends every connection that matches; nothing is delivered to them once this returns. */
  endWhere(isMeant: (identity: Identity, topics: ReadonlySet<string>) => boolean): void {
    for (const brokerClient of this.#clients.all())
      if (isMeant(brokerClient.identity, brokerClient.topics)) brokerClient.end();
  }

  /** Lagging readers: a screen that caught up is asked to fetch a fresh snapshot; one that lags for long is closed. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const brokerClient of this.#clients.all()) {
      const became = brokerClient.judgeLag(nowMs);
      if (became === "abandoned") brokerClient.end();
      else if (became === "caught up" && brokerClient.identity.kind === "screen")
        this.publish(userTopic.name({ userId: brokerClient.identity.userId }), { command: "resync" }, 0);
    }
  }

  /** Accepts no new messages and no new clients; messages already accepted can still be acknowledged. */
  holdOff(): void {
    this.#gate.isShut = true;
    // Reading on would only keep busy a process that has to finish.
    for (const { connection } of this.#clients.all()) connection.stopReading();
  }

  /** From here on, wills and disconnects say nothing about the fleet: it is the portal that is leaving. */
  async stop(): Promise<void> {
    this.holdOff();
    for (const brokerClient of this.#clients.all()) brokerClient.isReplaced = true;
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    for (const brokerClient of this.#clients.all()) brokerClient.connection.destroy();
    this.#clients.clear();
  }
}
