/** Who listens to which exact topic. A topic is on the wire only while someone listens. */
export class Subscriptions {
  readonly #listeners = new Map<string, Set<(message: unknown) => void>>();

  /** @returns Whether this is the topic's first listener, so that it has to be subscribed. */
  add(topic: string, listener: (message: unknown) => void): boolean {
    const known = this.#listeners.get(topic);
    if (known) {
      known.add(listener);
      return false;
    }
    this.#listeners.set(topic, new Set([listener]));
    return true;
  }

  /** @returns Whether this was the topic's last listener, so that it has to be unsubscribed. */
  remove(topic: string, listener: (message: unknown) => void): boolean {
    const known = this.#listeners.get(topic);
    if (!known?.delete(listener) || known.size > 0) return false;
    this.#listeners.delete(topic);
    return true;
  }

  deliver(topic: string, message: unknown): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(message);
  }

  topics(): string[] {
    return [...this.#listeners.keys()];
  }
}
