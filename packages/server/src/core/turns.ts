/** Work that comes round by itself: a pause, a turn, a pause, ... Turns never overlap. */
export class Turns {
  readonly #everyMs: number;
  readonly #turn: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopping = false;

  /** @param turn Handles its own errors. */
  constructor(everyMs: number, turn: () => Promise<void>) {
    this.#everyMs = everyMs;
    this.#turn = turn;
  }

  /** A turn that takes long looks at it now and then, and ends early. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#turn().finally(() => {
        if (!this.#isStopping) this.start();
      });
    }, this.#everyMs);
  }

  /** Resolves when the turn that runs has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}

/** Lets messages and calls go first. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
