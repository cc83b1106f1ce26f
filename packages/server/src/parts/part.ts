import type { Logger } from "pino";

/** A part of the portal: started in the order of the list, stopped in reverse. */
export interface Part {
  readonly name: string;
  /** @throws StartError when it cannot run. */
  start(): Promise<void>;
  /** Accepts nothing new from here on; called for all parts before the first one is stopped. */
  hold?(): void;
  stop(): Promise<void>;
  /** False: the process is not ready while this lasts. */
  isReady?(): boolean;
  /** Another process does this part's work; this one takes over when that one ends. */
  isStandby?(): boolean;
  /** Figures by name; counters end in `_total`. */
  metrics?(): Record<string, number>;
}

/** The parts that run in this process. */
export class Parts {
  readonly #log: Logger;
  readonly #started: Part[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @throws what the part throws; whatever was started before it still runs. */
  async start(part: Part): Promise<void> {
    await part.start();
    this.#started.push(part);
  }

  /** Stops all parts, last one first; one that fails does not keep the others from stopping. */
  async stop(): Promise<void> {
    const parts = this.#started.splice(0).reverse();
    for (const part of parts) part.hold?.();
    for (const part of parts) {
      await part.stop().catch((error: unknown) => {
        this.#log.error({ err: error, part: part.name }, "a part could not be stopped cleanly");
      });
    }
  }

  /** Names of parts that are not ready. */
  unready(): string[] {
    return this.#started.filter((part) => part.isReady?.() === false).map(({ name }) => name);
  }

  /** Names of parts whose work another process does. */
  standingBy(): string[] {
    return this.#started.filter((part) => part.isStandby?.()).map(({ name }) => name);
  }

  metrics(): Record<string, number> {
    return Object.assign({}, ...this.#started.map((part) => part.metrics?.() ?? {})) as Record<string, number>;
  }
}
