import type { Logger } from "pino";

import type { Bus } from "../bus/bus.ts";
import type { Unsubscribe } from "../calls/feature.ts";
import type { Clock } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { LiveSide } from "../features/live/live-side.ts";
import type { BrokerPart } from "./broker.part.ts";
import type { Part } from "./part.ts";

interface Options {
  broker: BrokerPart;
  bus: Bus;
  db: Db;
  clock: Clock;
  log: Logger;
  ingestStartedAtMs: () => number;
  /** The subscriptions of features. */
  subscribe: (side: LiveSide) => Unsubscribe;
}

const sweepEveryMs = 1_000;

/** Sends screens at this process what they watch. It is made here, not by its feature: it needs the broker. */
export class LivePart implements Part {
  readonly name = "live";
  readonly #options: Options;
  #side: LiveSide | undefined;
  #unsubscribe: Unsubscribe | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get side(): LiveSide {
    if (!this.#side) throw new Error("the live side is not started");
    return this.#side;
  }

  async start(): Promise<void> {
    const { broker, subscribe, ...options } = this.#options;
    const side = new LiveSide({ ...options, broker: broker.broker });
    this.#side = side;
    broker.serveScreens({
      identify: (login) => side.identify(login),
      maySee: (userId, containerId) => side.maySee(userId, containerId),
      isEntitled: (sessionKey) => side.isEntitled(sessionKey),
    });
    this.#unsubscribe = subscribe(side);
    this.#timer = setInterval(() => void side.sweep(), sweepEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#unsubscribe?.();
    await this.side.stop();
  }
}
