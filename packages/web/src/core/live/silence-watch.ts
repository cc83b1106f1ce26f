/** After this long without a packet the portal is asked for one, and has as long again to answer. */
export const pingMs = 15_000;
/** How long an answer may take when something suggests that the line is dead. */
export const doubtMs = 5_000;

interface SilencePorts {
  /** Asks the portal for a sign of life. */
  ping: () => void;
  /** Nothing came back: the connection only looks open. */
  onSilent: () => void;
}

/**
 * Notices a connection that is open and dead: a proxy that swallows, a network that changed. The keepalive of the
 * protocol cannot be as short as this, since browsers let timers of hidden tabs run once a minute and the portal would
 * disconnect them; this watch asks again when its own timer was late.
 */
export class SilenceWatch {
  readonly #ports: SilencePorts;
  #receivedMs = 0;
  /** Asked, and nothing came since. */
  #isWaiting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: SilencePorts) {
    this.#ports = ports;
  }

  /** A connection is there. */
  start(): void {
    this.received();
    this.#askWhenQuiet();
  }

  /** Something came; this is called for each packet and therefore only notes the time. */
  received(): void {
    this.#receivedMs = Date.now();
    this.#isWaiting = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Asks at once, while a connection is there. */
  doubt(): void {
    if (this.#timer !== undefined) this.#ask(doubtMs);
  }

  #askWhenQuiet(): void {
    const restMs = this.#receivedMs + pingMs - Date.now();
    if (restMs <= 0) this.#ask(pingMs);
    else this.#after(restMs, () => this.#askWhenQuiet());
  }

  #ask(waitMs: number): void {
    const askedMs = Date.now();
    this.#isWaiting = true;
    this.#ports.ping();
    this.#after(waitMs, () => {
      if (!this.#isWaiting) return this.#askWhenQuiet();
      // The answer may be waiting behind this timer: the tab, or the machine, was asleep.
      if (Date.now() - askedMs > waitMs + doubtMs) return this.#ask(doubtMs);
      this.stop();
      this.#ports.onSilent();
    });
  }

  #after(delayMs: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, delayMs);
  }
}
