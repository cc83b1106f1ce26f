import type { Logger } from "pino";

import { Announcement } from "./announcement.ts";
import type { Bus, Subscriber } from "./bus.ts";
import type { BusEvent, BusEventName, BusState } from "./bus.events.ts";

type Taker = (event: never, state: never) => void;

/** The bus within one process. */
export class MemoryBus implements Bus {
  readonly #log: Logger;
  readonly #subscribers = new Map<BusEventName, Set<Taker>>();
  readonly #missed = new Set<() => void>();

  constructor(log: Logger) {
    this.#log = log;
  }

  announce(): Announcement {
    return new Announcement({
      payloadsOf: () => [],
      deliver: (name, event, state) => this.publish(name, event, state),
      missed: () => this.missed(),
    });
  }

  publish<Name extends BusEventName>(name: Name, event: BusEvent<Name>, state?: BusState<Name>): void {
    for (const take of [...(this.#subscribers.get(name) ?? [])])
      this.#guarded(name, () => (take as Subscriber<Name>)(event, state));
  }

  subscribe<Name extends BusEventName>(name: Name, take: Subscriber<Name>): () => void {
    const subscribers = this.#subscribers.get(name) ?? new Set();
    this.#subscribers.set(name, subscribers);
    // A function of its own, so that a handler that subscribes twice is called twice.
    const taker: Taker = (event, state) => take(event, state);
    subscribers.add(taker);
    return () => void subscribers.delete(taker);
  }

  onMissed(take: () => void): () => void {
    const taker = () => take();
    this.#missed.add(taker);
    return () => void this.#missed.delete(taker);
  }

  /** Notifies all subscribers that events may have been missed. */
  missed(): void {
    for (const take of [...this.#missed]) this.#guarded("missed", take);
  }

  /** What is published is already committed: a failing subscriber must not make it look otherwise. */
  #guarded(name: string, take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#log.error({ err: error, event: name }, "a subscriber of the bus failed");
    }
  }
}
