import { setTimeout as wait } from "node:timers/promises";

import type { Client, ConnectPacket, PublishPacket, Subscription } from "aedes";
import { browserPacketLimitBytes } from "@offgrid/contract/core/constants";
import type { Logger } from "pino";

import { type Identity, isOwnState, mayPublish, subscriptionOf } from "./broker-access.ts";
import type { GuardedConnection } from "./broker-guard.ts";
import type { BrokerLimits } from "./broker-limits.ts";
import { BrokerClient, type BrokerClients } from "./broker-client.ts";
import { type BrokerCounts, type BrokerOptions, LoginRefused, type UpMessage } from "./broker.types.ts";
import type { Clock } from "../core/clock.ts";

const controllerKeepaliveLimitS = 60;

type Done<Answer extends unknown[]> = (...answer: Answer) => void;

/** Answers what the broker library asks at each step of a client: may it connect, publish, receive? */
export class BrokerGate {
  /** Accepts no new messages and no new clients. */
  isShut = false;
  readonly #options: BrokerOptions;
  readonly #clients: BrokerClients;
  readonly #counts: BrokerCounts;
  readonly #limits: BrokerLimits;
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(
    options: BrokerOptions,
    { clients, counts, limits }: { clients: BrokerClients; counts: BrokerCounts; limits: BrokerLimits },
    clock: Clock,
    log: Logger,
  ) {
    this.#options = options;
    this.#clients = clients;
    this.#counts = counts;
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
  }

  /** @returns why a CONNECT is refused before its credentials are checked. */
  refuseConnect(packet: ConnectPacket): Error | null {
    // Nothing queues in the broker's memory: what has to wait, waits in the database.
    packet.clean = true;
    if (packet.will && !isOwnState(packet.clientId, packet.will.topic))
      return new Error("a will is allowed on the client's own state only");
    const isScreen = packet.clientId.startsWith("portal-");
    if (!isScreen && (packet.keepalive ?? 0) > controllerKeepaliveLimitS) return new Error("keep alive limit exceeded");
    return null;
  }

  authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    done: Done<[error: (Error & { returnCode: number }) | null, isKnown: boolean]>,
  ): void {
    this.#admit(client, username, password).then(
      (isKnown) => done(null, isKnown),
      (error: unknown) => {
        if (error instanceof LoginRefused) {
          this.#counts.refusedLogins++;
          this.#log.info({ client: client.id, reason: error.message }, "a client was refused");
          return done(error, false);
        }
        this.#log.warn({ err: error }, "a login could not be checked");
        done(Object.assign(new Error("unavailable"), { returnCode: 3 }), false);
      },
    );
  }

  async #admit(client: Client, username: string | undefined, password: Buffer | undefined): Promise<boolean> {
    const connection = client.conn as GuardedConnection;
    const identity =
      username === undefined || password === undefined
        ? undefined
        : await this.#options.identify({
            clientId: client.id,
            username,
            password,
            isWebSocket: connection.isWebSocket,
          });
    // A client that has left meanwhile is not counted: its close came before anyone listened for it.
    if (this.isShut || client.closed || connection.destroyed) return false;
    const earlier = this.#clients.withId(client.id);
    if (!identity || (earlier && !isSame(earlier.identity, identity))) {
      this.#counts.refusedLogins++;
      return false;
    }
    if (earlier) earlier.isReplaced = true;
    if (identity.kind === "screen") connection.gauge.limitBytes = browserPacketLimitBytes;
    const brokerClient = new BrokerClient(client, connection, identity, this.#limits);
    this.#clients.add(brokerClient);
    connection.once("close", () => {
      this.#clients.keepTraffic(brokerClient);
      // A connection that closes before it is registered emits no disconnect event.
      setImmediate(() => this.forget(client));
    });
    this.sawContact(client);
    this.#options.opened(identity);
    return true;
  }

  authorizePublish(client: Client | null, packet: PublishPacket, done: Done<[error?: Error | null]>): void {
    const brokerClient = client ? this.#clients.recall(client) : undefined;
    if (
      !client ||
      !brokerClient ||
      brokerClient.identity.kind !== "controller" ||
      !mayPublish(brokerClient.identity, packet)
    ) {
      this.#counts.refusedPublishes++;
      done(new Error("not allowed"));
      return;
    }
    const { containerId } = brokerClient.identity;
    const message: UpMessage = {
      containerId,
      topic: packet.topic,
      // A copy: a slice would keep the socket's whole chunk in memory for as long as the message waits.
      payload: Buffer.from(packet.payload),
      isWill: client.closed,
      arrivedMs: performance.now(),
    };
    if (message.isWill) {
      if (!brokerClient.isReplaced && !this.isShut) void this.#options.take(message);
      done(null);
      return;
    }
    this.sawContact(client);
    brokerClient.inbox = brokerClient.inbox.then(async () => {
      if (client.closed || brokerClient.isEnded || this.isShut) return;
      await this.#options.take(message);
      brokerClient.connection.taken();
      done(null);
    });
  }

  authorizeSubscribe(
    client: Client,
    subscription: Subscription,
    done: Done<[error: Error | null, subscription?: Subscription | null]>,
  ): void {
    this.#maySubscribe(client, subscription.topic).then(
      (isAllowed) => {
        if (isAllowed)
          subscription.qos = this.#clients.get(client)?.identity.kind === "controller" && subscription.qos ? 1 : 0;
        done(null, isAllowed ? subscription : null);
      },
      () => done(null, null),
    );
  }

  async #maySubscribe(client: Client, name: string): Promise<boolean> {
    const brokerClient = this.#clients.get(client);
    if (!brokerClient || brokerClient.isEnded) return false;
    // Repeating a subscription it already has costs nothing: a client that loses a right loses its connection.
    if (brokerClient.topics.has(name)) return true;
    const wanted = subscriptionOf(brokerClient.identity, name);
    const isAllowed =
      wanted === "allowed" ||
      (wanted !== "refused" &&
        brokerClient.identity.kind === "screen" &&
        brokerClient.topics.size < this.#limits.screenTopics &&
        (await this.#maySee(brokerClient, brokerClient.identity.userId, wanted.containerId)));
    if (isAllowed && !brokerClient.isEnded) {
      this.#clients.subscribe(brokerClient, name);
      return true;
    }
    this.#counts.refusedSubscriptions++;
    // After the answer, so that the client learns why.
    if (brokerClient.noteRefusal(this.#clock.now())) setImmediate(() => brokerClient.end());
    return false;
  }

  async #maySee(brokerClient: BrokerClient, userId: string, containerId: string): Promise<boolean> {
    const waitMs = brokerClient.checkPace.take(performance.now());
    if (waitMs > 0) await wait(waitMs);
    return !brokerClient.isEnded && (await this.#options.maySee(userId, containerId));
  }

  mayForward(client: Client): boolean {
    const brokerClient = this.#clients.get(client);
    if (!brokerClient || brokerClient.isEnded || !this.#options.isEntitled(brokerClient.identity)) return false;
    if (brokerClient.beginsToLag(this.#clock.now())) this.#counts.slowReaders++;
    return !brokerClient.isLagging;
  }

  sawContact(client: Client): void {
    const identity = this.#clients.get(client)?.identity;
    if (identity?.kind === "controller") this.#options.sawContact(identity.containerId);
  }

  forget(client: Client): void {
    const brokerClient = this.#clients.remove(client);
    if (brokerClient && !brokerClient.isReplaced && !this.isShut) this.#options.closed(brokerClient.identity);
  }
}

function isSame(one: Identity, other: Identity): boolean {
  if (one.kind === "controller") return other.kind === "controller" && one.containerId === other.containerId;
  return other.kind === "screen" && one.userId === other.userId && one.sessionKey === other.sessionKey;
}
