import type { IncomingMessage, Server } from "node:http";
import type { SecureContext } from "node:tls";

import type { Logger } from "pino";

import { Broker } from "../broker/broker.ts";
import type { Identity } from "../broker/broker-access.ts";
import { type Listeners, openListeners } from "../broker/broker-listeners.ts";
import { type BrokerLimits, brokerLimits } from "../broker/broker-limits.ts";
import type { Login, UpMessage } from "../broker/broker.types.ts";
import type { Config } from "../config/config.ts";
import type { Clock } from "../core/clock.ts";
import type { Part } from "./part.ts";

/** Handles what controllers send; present while this process ingests. */
export interface ControllerSide {
  identify(login: Login): Promise<Identity | undefined>;
  /** Resolves when there was room for the message, or it was discarded. */
  take(message: UpMessage): Promise<void>;
  sawContact(containerId: string): void;
  opened(containerId: string): void;
  closed(containerId: string): void;
}

/** Knows the people at the screens. */
export interface ScreenSide {
  identify(login: Login): Promise<Identity | undefined>;
  maySee(userId: string, containerId: string): Promise<boolean>;
  isEntitled(sessionKey: string): boolean;
}

interface Options {
  config: Pick<Config, "mqttPort" | "mqttHost" | "publicUrl">;
  clock: Clock;
  log: Logger;
  /** The portal's HTTP server, for the WebSocket of screens; undefined: this process has no screens. */
  server: Server | undefined;
  /** Address of a WebSocket's client, also behind proxies; left out: that of the connection. */
  addressOf?: ((request: IncomingMessage) => string) | undefined;
  /** MQTT over TCP is served over TLS with it. */
  tls?: { readonly context: SecureContext } | undefined;
  limits?: BrokerLimits | undefined;
}

const sweepEveryMs = 1_000;

/** The MQTT broker of this process: screens over the WebSocket, controllers while this process ingests. */
export class BrokerPart implements Part {
  readonly name = "broker";
  readonly #options: Options;
  readonly #limits: BrokerLimits;
  #broker: Broker | undefined;
  #webSocketListener: Listeners | undefined;
  #controllerListener: Listeners | undefined;
  #controllers: ControllerSide | undefined;
  #screens: ScreenSide | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = options.limits ?? brokerLimits;
  }

  get broker(): Broker {
    if (!this.#broker) throw new Error("the broker is not started");
    return this.#broker;
  }

  /** The port that was opened for controllers; undefined while none is. */
  get mqttPort(): number | undefined {
    return this.#controllerListener?.mqttPort;
  }

  async start(): Promise<void> {
    const { clock, log, server } = this.#options;
    this.#broker = await Broker.start(
      {
        identify: (login) => this.#side(login)?.identify(login) ?? Promise.resolve(undefined),
        maySee: (userId, containerId) => this.#screens?.maySee(userId, containerId) ?? Promise.resolve(false),
        isEntitled: (identity) =>
          identity.kind === "controller" || (this.#screens?.isEntitled(identity.sessionKey) ?? false),
        take: (message) => this.#controllers?.take(message) ?? Promise.resolve(),
        sawContact: (containerId) => this.#controllers?.sawContact(containerId),
        opened: (identity) => {
          if (identity.kind === "controller") this.#controllers?.opened(identity.containerId);
        },
        closed: (identity) => {
          if (identity.kind === "controller") this.#controllers?.closed(identity.containerId);
        },
      },
      clock,
      log,
      this.#limits,
    );
    if (server) this.#webSocketListener = await this.#open({ server, port: undefined });
    this.#timer = setInterval(() => this.broker.sweep(), sweepEveryMs);
  }

  serveScreens(side: ScreenSide): void {
    this.#screens = side;
  }

  /** Lets controllers in. @throws StartError when the port is taken. */
  async serveControllers(side: ControllerSide): Promise<void> {
    this.#controllers = side;
    try {
      this.#controllerListener = await this.#open({ server: undefined, port: this.#options.config.mqttPort });
    } catch (error) {
      this.#controllers = undefined;
      throw error;
    }
  }

  /** Ends the connections of controllers and accepts no new ones; their ends say nothing about the fleet. */
  async dismissControllers(): Promise<void> {
    this.#controllers = undefined;
    this.broker.endWhere((identity) => identity.kind === "controller");
    const listener = this.#controllerListener;
    this.#controllerListener = undefined;
    await listener?.close();
  }

  hold(): void {
    clearInterval(this.#timer);
    this.broker.holdOff();
  }

  async stop(): Promise<void> {
    await this.broker.stop();
    await this.#controllerListener?.close();
    await this.#webSocketListener?.close();
  }

  isReady(): boolean {
    return this.broker.isListening;
  }

  metrics(): Record<string, number> {
    const { counts } = this.broker;
    const open = this.broker.connections();
    return {
      mqtt_controllers: open.filter(({ identity }) => identity.kind === "controller").length,
      mqtt_screens: open.filter(({ identity }) => identity.kind === "screen").length,
      mqtt_waiting: (this.#webSocketListener?.waiting() ?? 0) + (this.#controllerListener?.waiting() ?? 0),
      mqtt_lagging: open.filter(({ isLagging }) => isLagging).length,
      mqtt_unsent_bytes: open.reduce((sum, { unsentBytes }) => sum + unsentBytes, 0),
      mqtt_waiting_bytes: open.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
      mqtt_slow_readers_total: counts.slowReaders,
      mqtt_refused_packets_total: counts.refusedPackets,
      mqtt_refused_logins_total: counts.refusedLogins,
      mqtt_refused_publishes_total: counts.refusedPublishes,
      mqtt_refused_subscriptions_total: counts.refusedSubscriptions,
    };
  }

  #side({ clientId }: Login): ControllerSide | ScreenSide | undefined {
    return clientId.startsWith("portal-") ? this.#screens : this.#controllers;
  }

  #open({ server, port }: { server: Server | undefined; port: number | undefined }): Promise<Listeners> {
    const { config, tls, addressOf = (request) => request.socket.remoteAddress ?? "" } = this.#options;
    const { mqttHost: host, publicUrl: origin } = config;
    return openListeners(this.broker, { port, host, server, origin, addressOf, tls, limits: this.#limits });
  }
}
