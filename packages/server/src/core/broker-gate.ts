import { setTimeout as wait } from "node:timers/promises";

import type { Client, ConnectPacket, PublishPacket, Subscription } from "aedes";
import { browserPacketLimitBytes } from "@offgrid/contract/core/constants";
import type { Logger } from "pino";

import { type Identity, isOwnState, mayPublish, subscriptionOf } from "./broker-access.ts";
import type { GuardedConnection } from "./broker-guard.ts";
import type { BrokerLimits } from "./broker-limits.ts";
import { Peer, type Peers } from "./broker-peer.ts";
import type { BrokerCounts, BrokerParts, UpMessage } from "./broker.types.ts";
import type { Clock } from "./clock.ts";

const controllerKeepaliveLimitS = 60;

type Done<Answer extends unknown[]> = (...answer: Answer) => void;

/** What the broker library asks at each step of a client: may it come in, say this, hear this? */
export class BrokerGate {
  /** Takes no new message and no new client. */
  isShut = false;
  readonly #parts: BrokerParts;
  readonly #peers: Peers;
  readonly #counts: BrokerCounts;
  readonly #limits: BrokerLimits;
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(
    parts: BrokerParts,
    { peers, counts, limits }: { peers: Peers; counts: BrokerCounts; limits: BrokerLimits },
    clock: Clock,
    log: Logger,
  ) {
    this.#parts = parts;
    this.#peers = peers;
    this.#counts = counts;
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
  }

  /** @returns why a CONNECT is refused before anyone looks who it is. */
  refuseConnect(packet: ConnectPacket): Error | null {
    // Nothing queues in the broker's memory: what must wait, waits in the database.
    packet.clean = true;
    if (packet.will && !isOwnState(packet.clientId, packet.will.topic))
      return new Error("a will stands on the own state only");
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
        : await this.#parts.identify({ clientId: client.id, username, password, isWebSocket: connection.isWebSocket });
    // Who went meanwhile is not counted in: its end was before anyone listened for it.
    if (this.isShut || client.closed || connection.destroyed) return false;
    const earlier = this.#peers.withId(client.id);
    if (!identity || (earlier && !isSame(earlier.identity, identity))) {
      this.#counts.refusedLogins++;
      return false;
    }
    if (earlier) earlier.isReplaced = true;
    if (identity.kind === "screen") connection.gauge.limitBytes = browserPacketLimitBytes;
    const peer = new Peer(client, connection, identity, this.#limits);
    this.#peers.add(peer);
    connection.once("close", () => {
      this.#peers.keepTraffic(peer);
      // A connection that ends before it is registered has no disconnect event.
      setImmediate(() => this.forget(client));
    });
    this.heard(client);
    this.#parts.opened(identity);
    return true;
  }

  authorizePublish(client: Client | null, packet: PublishPacket, done: Done<[error?: Error | null]>): void {
    const peer = client ? this.#peers.recall(client) : undefined;
    if (!client || !peer || peer.identity.kind !== "controller" || !mayPublish(peer.identity, packet)) {
      this.#counts.refusedPublishes++;
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
      if (!peer.isReplaced && !this.isShut) void this.#parts.take(message);
      done(null);
      return;
    }
    this.heard(client);
    const dueMs = performance.now() + peer.pace.take(performance.now());
    peer.inbox = peer.inbox.then(async () => {
      const early = dueMs - performance.now();
      if (early > 0) await wait(early);
      if (client.closed || peer.isEnded || this.isShut) return;
      await this.#parts.take(message);
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
          subscription.qos = this.#peers.get(client)?.identity.kind === "controller" && subscription.qos ? 1 : 0;
        done(null, isAllowed ? subscription : null);
      },
      () => done(null, null),
    );
  }

  async #maySubscribe(client: Client, name: string): Promise<boolean> {
    const peer = this.#peers.get(client);
    if (!peer || peer.isEnded) return false;
    const wanted = subscriptionOf(peer.identity, name);
    const isAllowed =
      wanted === "allowed" ||
      (wanted !== "refused" &&
        peer.identity.kind === "screen" &&
        peer.topics.size < this.#limits.screenTopics &&
        (await this.#parts.maySee(peer.identity.userId, wanted.containerId)));
    if (isAllowed && !peer.isEnded) {
      peer.topics.add(name);
      return true;
    }
    this.#counts.refusedSubscriptions++;
    // After the answer, so that the peer learns why.
    if (peer.noteRefusal(this.#clock.now())) setImmediate(() => peer.end());
    return false;
  }

  mayForward(client: Client): boolean {
    const peer = this.#peers.get(client);
    if (!peer || peer.isEnded || !this.#parts.isEntitled(peer.identity)) return false;
    if (peer.beginsToLag(this.#clock.now())) this.#counts.slowReaders++;
    return !peer.isLagging;
  }

  heard(client: Client): void {
    const identity = this.#peers.get(client)?.identity;
    if (identity?.kind === "controller") this.#parts.heard(identity.containerId);
  }

  forget(client: Client): void {
    const peer = this.#peers.remove(client);
    if (peer && !peer.isReplaced && !this.isShut) this.#parts.closed(peer.identity);
  }
}

function isSame(one: Identity, other: Identity): boolean {
  if (one.kind === "controller") return other.kind === "controller" && one.containerId === other.containerId;
  return other.kind === "screen" && one.userId === other.userId && one.sessionKey === other.sessionKey;
}
