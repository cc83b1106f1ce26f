type Listener = (message: unknown) => void;

/** Who listens to which exact topic. A topic is on the wire only while someone listens. */
export class Subscriptions {
  readonly #listeners = new Map<string, Map<Listener, () => void>>();
  /** Topics that the portal sends on the connection as it is now. */
  readonly #confirmed = new Set<string>();

  /**
   * @param onConfirmed Called whenever the portal has begun to send the topic, or at once when it does already.
   * @returns Whether this is the topic's first listener, so that it has to be subscribed.
   */
  add(topic: string, listener: Listener, onConfirmed: () => void): boolean {
    const known = this.#listeners.get(topic);
    if (known) {
      known.set(listener, onConfirmed);
      if (this.#confirmed.has(topic)) onConfirmed();
      return false;
    }
    this.#listeners.set(topic, new Map([[listener, onConfirmed]]));
    return true;
  }

  /** @returns Whether this was the topic's last listener, so that it has to be unsubscribed. */
  remove(topic: string, listener: Listener): boolean {
    const known = this.#listeners.get(topic);
    if (!known?.delete(listener) || known.size > 0) return false;
    this.#listeners.delete(topic);
    this.#confirmed.delete(topic);
    return true;
  }

  deliver(topic: string, message: unknown): void {
    for (const listener of [...(this.#listeners.get(topic)?.keys() ?? [])]) listener(message);
  }

  /** The portal has confirmed these topics. */
  confirm(topics: readonly string[]): void {
    for (const topic of topics) {
      const known = this.#listeners.get(topic);
      if (!known) continue;
      this.#confirmed.add(topic);
      for (const onConfirmed of [...known.values()]) onConfirmed();
    }
  }

  /** The connection is over: no topic counts as confirmed until the topics are confirmed on the next one. */
  cut(): void {
    this.#confirmed.clear();
  }

  topics(): string[] {
    return [...this.#listeners.keys()];
  }
}
