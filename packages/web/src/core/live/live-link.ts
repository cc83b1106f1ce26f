import type { IClientOptions, MqttClient } from "mqtt";

import { type KeptRegistration, type Registration, endOf } from "./kept-registration.ts";
import { type LinkState, linkState, newClientId, reconnectDelayMs, reconnectMs, renewInMs } from "./link-rules.ts";
import { sendWhileOpen } from "./send-while-open.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { Subscriptions } from "./subscriptions.ts";

type Connect = (url: string, options: IClientOptions) => MqttClient;

/** What the link depends on. */
export interface LinkPorts {
  register: () => Promise<Registration>;
  /** A credential from before this page was loaded. */
  kept: () => KeptRegistration | undefined;
  /** The MQTT library, loaded when the page is idle. */
  loadConnect: () => Promise<Connect>;
  isReachable: () => boolean;
  /** When a call was last answered, epoch ms; 0 before the first answer. */
  answeredAtMs: () => number;
  /** Called after each connection except the first: what is shown may be old. */
  onReconnected: () => void;
}

/** A registration younger than this is not repeated on connect: the portal allows six a minute. */
const freshRegistrationMs = 10_000;
/** After this many failed tries a call finds out whether the portal can be reached at all. */
const askAfterTries = 3;

/**
 * The one live connection of this tab: MQTT over WebSocket, subscribe only. Nothing else in the web knows MQTT.
 * It registers for a short-lived credential, connects, registers again on each connect, renews the credential at 80 % of
 * its life, and comes back by itself.
 */
export class LiveLink {
  readonly #ports: LinkPorts;
  readonly #subscriptions = new Subscriptions();
  readonly #stateListeners = new Set<() => void>();
  readonly #personalListeners = new Set<(message: unknown) => void>();
  readonly #clientId = newClientId();
  #client: MqttClient | undefined;
  #registration: Registration | undefined;
  #registeredAtMs = 0;
  /** When the credential ends, epoch ms. */
  #endsAtMs = 0;
  #renewTimer: ReturnType<typeof setTimeout> | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #downSinceMs = Date.now();
  /** When the portal last sent anything on this connection or one before. */
  #receivedMs: number | undefined;
  /** When the connection was ended because nothing came; undefined while one is there. */
  #silentSinceMs: number | undefined;
  readonly #silence = new SilenceWatch({
    ping: () => this.#client?.sendPing(),
    onSilent: () => this.#disconnect(),
  });
  #failedTries = 0;
  #connections = 0;
  #started = false;
  /** A try to connect is under way. */
  #trying = false;

  constructor(ports: LinkPorts) {
    this.#ports = ports;
  }

  get state(): LinkState {
    return linkState({
      connected: this.#client?.connected ?? false,
      wasConnected: this.#connections > 0,
      silent: this.#silentSinceMs !== undefined && this.#ports.answeredAtMs() <= this.#silentSinceMs,
      downSinceMs: this.#downSinceMs,
      nowMs: Date.now(),
      reachable: this.#reachable,
    });
  }

  get #reachable(): boolean {
    return navigator.onLine && this.#ports.isReachable();
  }

  /** When the portal last sent anything, be it only a sign of life; epoch ms. */
  get receivedMs(): number | undefined {
    return this.#receivedMs;
  }

  onStateChange(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => void this.#stateListeners.delete(listener);
  }

  /** Receives the messages to this person. */
  onPersonal(listener: (message: unknown) => void): () => void {
    this.#personalListeners.add(listener);
    return () => void this.#personalListeners.delete(listener);
  }

  /**
   * Hears an exact topic until the returned function is called.
   * @param onConfirmed Called whenever, from then on, no message is missed: at first and after each reconnect.
   */
  subscribe(topic: string, listener: (message: unknown) => void, onConfirmed: () => void): () => void {
    const client = this.#client;
    if (this.#subscriptions.add(topic, listener, onConfirmed) && client?.connected) this.#ask(client, [topic]);
    return () => {
      if (this.#subscriptions.remove(topic, listener) && this.#client?.connected) this.#client.unsubscribe(topic);
    };
  }

  /** Opens the link; a second call does nothing. Failed registrations are silently retried. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#downSinceMs = Date.now();
    this.#watchGrace();
    void this.#open();
  }

  /**
   * Tries at once when the link is down, and doubts one that is up: the tab became visible, the network came or went, the
   * portal answers again.
   */
  wake(): void {
    this.tellState();
    if (this.#client?.connected) return this.#silence.doubt();
    if (!this.#client || this.#trying) return;
    this.#failedTries = 0;
    this.#client.options.reconnectPeriod = reconnectMs;
    this.#client.reconnect();
  }

  tellState(): void {
    for (const listener of this.#stateListeners) listener();
  }

  async #open(): Promise<void> {
    const [registered, connect] = await Promise.all([
      this.#takeKept() || this.#register(),
      this.#ports.loadConnect().catch(() => undefined),
    ]);
    if (!registered || !connect || !this.#registration) {
      setTimeout(() => void this.#open(), reconnectDelayMs((this.#failedTries += 1), Math.random()));
      return;
    }
    const { url, username, password, topic } = this.#registration;
    const address = new URL(url, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const client = connect(address.href, {
      protocolVersion: 4,
      clean: true,
      keepalive: 70,
      reconnectPeriod: reconnectMs,
      reconnectOnConnackError: true,
      connectTimeout: 10_000,
      resubscribe: false,
      clientId: this.#clientId,
      username,
      password,
      // The default timer is a worker from a blob, which the page's policy forbids: keepalive would silently never run.
      timerVariant: "native",
      createWebsocket: (url, protocols) => sendWhileOpen(new WebSocket(url, protocols)),
    });
    this.#client = client;
    this.#trying = true;
    client.on("reconnect", () => (this.#trying = true));
    client.on("connect", () => void this.#connected(client, topic));
    client.on("close", () => this.#closed(client));
    // Refused: the credential may have expired meanwhile. The library tries again by itself.
    client.on("error", () => void this.#register());
    client.on("message", (name, payload) => this.#received(name, payload));
    client.on("packetreceive", () => {
      this.#receivedMs = Date.now();
      this.#silence.received();
    });
  }

  async #connected(client: MqttClient, firstTopic: string): Promise<void> {
    this.#trying = false;
    this.#failedTries = 0;
    client.options.reconnectPeriod = reconnectMs;
    this.#connections += 1;
    this.#silentSinceMs = undefined;
    this.#silence.start();
    clearTimeout(this.#graceTimer);
    if (this.#connections > 1 && Date.now() - this.#registeredAtMs > freshRegistrationMs) await this.#register();
    const personal = this.#registration?.topic ?? firstTopic;
    if (!client.connected) return;
    this.#ask(client, [...new Set([personal, ...this.#subscriptions.topics()])]);
    this.tellState();
    if (this.#connections > 1) this.#ports.onReconnected();
  }

  #ask(client: MqttClient, topics: string[]): void {
    // Also when one of them is refused: what a call says then is what the screen shows.
    client.subscribe(topics, { qos: 0 }, () => {
      if (client.connected) this.#subscriptions.confirm(topics);
    });
  }

  /** Ends a connection on which nothing comes any more; the library then makes another one. */
  #disconnect(): void {
    this.#silentSinceMs = Date.now();
    this.#client?.stream.destroy();
  }

  #closed(client: MqttClient): void {
    this.#trying = false;
    this.#silence.stop();
    this.#subscriptions.cut();
    this.#failedTries += 1;
    // An unreachable portal is tried each second; one that can be reached and still refuses is tried less and less
    // often.
    client.options.reconnectPeriod = this.#reachable ? reconnectDelayMs(this.#failedTries, Math.random()) : reconnectMs;
    if (this.#failedTries === 1) {
      this.#downSinceMs = Date.now();
      this.#watchGrace();
    }
    // Otherwise the library would retry with the expired password; the third failure checks whether the portal can be
    // reached.
    const expired = this.#registration && this.#endsAtMs <= Date.now();
    if (expired || this.#failedTries === askAfterTries) void this.#register();
    this.tellState();
  }

  #takeKept(): boolean {
    const kept = this.#registration ? undefined : this.#ports.kept();
    if (!kept) return false;
    this.#registration = kept.registration;
    this.#registeredAtMs = kept.atMs;
    this.#endsAtMs = endOf(kept);
    this.#renewAfter(renewInMs(this.#endsAtMs - Date.now()));
    return true;
  }

  /** @returns Whether there is a credential; the old one stays when the portal does not answer. */
  async #register(): Promise<boolean> {
    if (Date.now() - this.#registeredAtMs < freshRegistrationMs) return true;
    // Counts from the try on, so that a run of refusals does not become a run of registrations.
    this.#registeredAtMs = Date.now();
    try {
      this.#registration = await this.#ports.register();
    } catch {
      this.#registeredAtMs = 0;
      this.#renewAfter(30_000);
      return false;
    }
    if (this.#client) this.#client.options.password = this.#registration.password;
    this.#endsAtMs = endOf({ registration: this.#registration, atMs: this.#registeredAtMs });
    this.#renewAfter(renewInMs(this.#endsAtMs - Date.now()));
    return true;
  }

  #renewAfter(delayMs: number): void {
    clearTimeout(this.#renewTimer);
    this.#renewTimer = setTimeout(() => void this.#register(), delayMs);
  }

  #watchGrace(): void {
    clearTimeout(this.#graceTimer);
    this.#graceTimer = setTimeout(() => this.tellState(), 10_050);
  }

  #received(topic: string, payload: Uint8Array): void {
    let message: unknown;
    try {
      message = JSON.parse(new TextDecoder().decode(payload));
    } catch {
      return;
    }
    if (topic === this.#registration?.topic) for (const listener of [...this.#personalListeners]) listener(message);
    this.#subscriptions.deliver(topic, message);
  }
}
