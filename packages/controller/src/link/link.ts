import type { Topic } from "@offgrid/contract/core/topic";
import { topics } from "@offgrid/contract/topics";
import {
  ackTopic,
  birthTopic,
  commandTopic,
  configSetTopic,
  firmwareSetTopic,
  rebirthTopic,
  stateTopic,
  timeTopic,
  watchTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";
import type { ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";
import {
  type AckMessage,
  type BirthMessage,
  type CommandMessage,
  type StateMessage,
} from "@offgrid/contract/telemetry/telemetry.schema";
import type { FirmwareSetMessage } from "@offgrid/contract/upgrades/upgrades.schema";
import mqtt, { type MqttClient } from "mqtt";
import type { z } from "zod";

import type { ControllerLog } from "./log.ts";
import type { Identity } from "./identity.ts";
import { fromPayload, toPayload } from "./messages.ts";

const connectTimeoutMs = 20_000;
/** Short enough that a whole fleet is back within a minute of the portal. */
const longestReconnectMs = 30_000;
/** A connection that lasted this long, or brought an ack, was good: the next wait starts small again. */
const goodConnectionMs = 30_000;

export interface LinkOptions {
  containerId: string;
  secret: string;
  /** The portal's address, the keep-alive of MQTT, and the version that says so; asked for each connection. */
  settings: () => { url: string; keepaliveS: number; version: number };
  software: string | undefined;
  identity: Identity;
  mayCompress: boolean;
  reconnectAfterMs: number;
  now: () => number;
  random: () => number;
  log: ControllerLog;
  /** The birth of a connection, without the fields that the link adds itself. */
  birth: () => Omit<BirthMessage, "bd" | "boot" | "ts">;
  /** The portal knows us: messages may be sent. */
  onReady: () => void;
  onLost: () => void;
  onTrouble: (reason: string) => void;
  onAck: (ack: AckMessage) => void;
  onTime: (portalNowMs: number) => void;
  onWatch: (untilMs: number) => void;
  onCommand: (command: CommandMessage) => void;
  onConfig: (message: ConfigSetMessage) => void;
  onFirmware: (release: FirmwareSetMessage) => void;
}

/** Every down topic of a container, without a wildcard. */
const downTopics = topics.filter((topic) => topic.subscribe === "controller");

/**
 * The MQTT connection of a controller: connects, announces itself, receives from the portal, and reconnects after a
 * loss. Each connection is a client of its own, since its will carries the number of the connection.
 */
export class Link {
  isReady = false;
  connections = 0;
  readonly #options: LinkOptions;
  #client: MqttClient | undefined;
  #birthNumber = 0;
  #failures = 0;
  /** The present connection brought an ack. */
  #hasAck = false;
  #startedAtMs = 0;
  #reconnect: NodeJS.Timeout | undefined;
  #isAway = true;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Connects, and again after each loss until `cut` or `close`. */
  open(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#connect();
  }

  #connect(): void {
    const { containerId, secret, settings, identity, software } = this.#options;
    const { url, keepaliveS } = settings();
    this.#birthNumber = identity.nextBirthNumber();
    this.#startedAtMs = performance.now();
    const will: StateMessage = { online: false, bd: this.#birthNumber };
    const client = mqtt.connect(url, {
      protocolVersion: 4,
      clean: true,
      clientId: containerId,
      username: containerId,
      password: secret,
      keepalive: keepaliveS,
      connectTimeout: connectTimeoutMs,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      will: {
        topic: stateTopic.name({ containerId }),
        payload: Buffer.from(JSON.stringify(will)),
        qos: 1,
        retain: true,
      },
    });
    this.#client = client;
    client.on("connect", () => this.#announce(client, software));
    client.on("message", (name, payload) => {
      if (client === this.#client) this.#receive(name, payload);
    });
    let said: string | undefined;
    client.on("error", (error: Error & { code?: string | number }) => {
      const reason = troubleOf(error);
      // What ends a handshake is told by the socket and by the connection on it.
      if (reason === said) return;
      said = reason;
      this.#options.log.warn({ containerId, reason }, "link trouble");
      this.#options.onTrouble(reason);
    });
    client.on("close", () => {
      if (client !== this.#client) return;
      if (!this.isReady) this.#options.onTrouble("the portal closed the connection");
      this.#drop();
      this.#later();
    });
  }

  #announce(client: MqttClient, software: string | undefined): void {
    const { containerId, identity, now, settings } = this.#options;
    const names = downTopics.map((topic) => topic.name({ containerId }));
    client.subscribe(names, { qos: 1 }, (error) => {
      if (client !== this.#client) return;
      if (error) {
        this.#options.log.warn({ containerId, reason: error.message }, "the portal refuses a subscription");
        client.end(true);
        return;
      }
      const about = { boot: identity.boot, ts: now(), software, config: settings().version };
      const state: StateMessage = { online: true, bd: this.#birthNumber, ...about };
      this.publish(stateTopic, JSON.stringify(state), { retain: true });
      this.sendBirth();
      this.connections++;
      this.isReady = true;
      this.#options.log.info({ containerId, bd: this.#birthNumber }, "online");
      this.#options.onReady();
    });
  }

  sendBirth(): void {
    const { birth, identity, now } = this.#options;
    const message = { bd: this.#birthNumber, boot: identity.boot, ts: now(), ...birth() };
    this.publish(birthTopic, JSON.stringify(message));
  }

  /**
   * Hands a message to the broker.
   * @param onTaken Called when the broker has taken it, which does not mean that the portal has stored it.
   */
  publish(
    topic: Topic<`{containerId}/${string}`>,
    text: string,
    options?: { retain?: boolean; onTaken?: () => void },
  ): void {
    const { containerId, mayCompress } = this.#options;
    const client = this.#client;
    // A small state stays uncompressed, so that any tool can read the retained message.
    const payload = toPayload(text, mayCompress && topic !== stateTopic);
    client?.publish(topic.name({ containerId }), payload, { qos: 1, retain: options?.retain ?? false }, (error) => {
      if (!error) options?.onTaken?.();
    });
  }

  #receive(name: string, payload: Buffer): void {
    const { containerId, log, onAck, onTime, onWatch, onCommand, onConfig, onFirmware } = this.#options;
    const topic = downTopics.find((candidate) => candidate.name({ containerId }) === name);
    if (!topic) return;
    const message = readMessage(topic, payload);
    if (!message) {
      log.warn({ containerId, topic: topic.pattern }, "a message of the portal is not readable");
      return;
    }
    if (topic === ackTopic) {
      this.#hasAck = true;
      onAck(message as AckMessage);
    }
    if (topic === timeTopic) onTime((message as z.infer<typeof timeTopic.payload>).now);
    else if (topic === watchTopic) onWatch((message as z.infer<typeof watchTopic.payload>).until);
    else if (topic === rebirthTopic) this.sendBirth();
    else if (topic === commandTopic) onCommand(message as CommandMessage);
    else if (topic === configSetTopic) onConfig(message as ConfigSetMessage);
    else if (topic === firmwareSetTopic) onFirmware(message as FirmwareSetMessage);
  }

  #drop(): void {
    const wasReady = this.isReady;
    this.isReady = false;
    this.#client = undefined;
    if (wasReady) {
      this.#options.log.info({ containerId: this.#options.containerId }, "offline");
      this.#options.onLost();
    }
  }

  #later(): void {
    if (this.#isAway) return;
    const { random, reconnectAfterMs } = this.#options;
    const wasGood = this.#hasAck || performance.now() - this.#startedAtMs > goodConnectionMs;
    this.#hasAck = false;
    this.#failures = wasGood ? 0 : this.#failures + 1;
    const waitMs = Math.min(longestReconnectMs, reconnectAfterMs * 2 ** Math.max(0, this.#failures - 1));
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => this.#connect(), waitMs * (0.5 + random()));
  }

  /** Ends the connection without a DISCONNECT, so that the broker publishes the will; stays away until `open`. */
  cut(): void {
    this.#isAway = true;
    clearTimeout(this.#reconnect);
    const client = this.#client;
    this.#drop();
    client?.end(true);
    client?.stream.destroy();
  }

  /** Connects again, at once and with the settings of now; not while it is cut. */
  reopen(): void {
    if (this.#isAway) return;
    this.cut();
    this.#failures = 0;
    this.open();
  }

  /** Disconnects properly. */
  async close(): Promise<void> {
    const client = this.#client;
    if (client && this.isReady) {
      const state: StateMessage = { online: false, bd: this.#birthNumber, boot: this.#options.identity.boot };
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 2_000);
        this.publish(stateTopic, JSON.stringify(state), {
          retain: true,
          onTaken: () => {
            clearTimeout(timer);
            resolve();
          },
        });
      });
      this.#isAway = true;
      this.#drop();
      // After a DISCONNECT the broker discards the will; the socket is cut if there is no answer.
      await Promise.race([client.endAsync(), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    }
    this.cut();
    client?.end(true);
  }
}

/** What OpenSSL says of a certificate whose authority Node does not know. */
const unknownAuthority: ReadonlySet<unknown> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

function troubleOf({ message, code }: Error & { code?: string | number }): string {
  // An error that covers several addresses has no message of its own.
  const reason = message || String(code);
  return unknownAuthority.has(code)
    ? `${reason}; if the portal's certificate is of an authority of your own, name its PEM file in NODE_EXTRA_CA_CERTS`
    : reason;
}

function readMessage(topic: Topic, payload: Buffer): unknown {
  try {
    return topic.payload.parse(fromPayload(payload));
  } catch {
    return undefined;
  }
}
