import type { UpMessage } from "../../broker/broker.types.ts";

const mostMessages = 10_000;
const mostBytes = 64 * 1024 * 1024;
/** Well within the keepalive, so that a sender that is held back keeps its connection. */
const longestHoldMs = 20_000;

interface Waiting {
  message: UpMessage;
  taken: () => void;
  timer: NodeJS.Timeout;
}

/** Messages on their way to the database: bounded in number and bytes; beyond that, senders are held back. */
export class IngestQueue {
  /** Messages discarded after being held back; their senders send them again. */
  shed = 0;
  bytes = 0;
  readonly #messages: UpMessage[] = [];
  readonly #waiting: Waiting[] = [];
  #wake: (() => void) | undefined;

  get length(): number {
    return this.#messages.length;
  }

  get held(): number {
    return this.#waiting.length;
  }

  /** Resolves when the message is in the queue, or discarded. */
  async put(message: UpMessage): Promise<void> {
    if (this.#waiting.length === 0 && this.#hasRoom(message)) {
      this.#add(message);
      return;
    }
    // From its arrival: what waited behind others of the same sender does not get the full time again.
    const holdMs = Math.max(0, message.arrivedMs + longestHoldMs - performance.now());
    await new Promise<void>((taken) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.shed++;
        taken();
      }, holdMs);
      const waiting: Waiting = { message, taken, timer };
      this.#waiting.push(waiting);
    });
  }

  take(): UpMessage | undefined {
    const message = this.#messages.shift();
    if (!message) return undefined;
    this.bytes -= message.payload.length;
    while (this.#waiting[0] && this.#hasRoom(this.#waiting[0].message)) {
      const { message: next, taken, timer } = this.#waiting.shift() as Waiting;
      clearTimeout(timer);
      this.#add(next);
      taken();
    }
    return message;
  }

  /** Resolves when there is a message, or at `wake`. */
  async some(): Promise<void> {
    if (this.#messages.length > 0) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Discards what is held back. */
  close(): void {
    for (const { taken, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      taken();
    }
  }

  #hasRoom(message: UpMessage): boolean {
    return this.#messages.length < mostMessages && this.bytes + message.payload.length <= mostBytes;
  }

  #add(message: UpMessage): void {
    this.#messages.push(message);
    this.bytes += message.payload.length;
    this.wake();
  }
}
