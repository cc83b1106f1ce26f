type Hear = (message: unknown) => void;

/** Who listens to which exact topic. A topic is on the wire only while someone listens. */
export class Subscriptions {
  readonly #listeners = new Map<string, Map<Hear, () => void>>();
  /** Topics that the portal sends on the connection as it is now. */
  readonly #heard = new Set<string>();

  /**
   * @param onHeard Called whenever the portal has begun to send the topic, or at once when it does already.
   * @returns Whether this is the topic's first listener, so that it has to be subscribed.
   */
  add(topic: string, listener: Hear, onHeard: () => void): boolean {
    const known = this.#listeners.get(topic);
    if (known) {
      known.set(listener, onHeard);
      if (this.#heard.has(topic)) onHeard();
      return false;
    }
    this.#listeners.set(topic, new Map([[listener, onHeard]]));
    return true;
  }

  /** @returns Whether this was the topic's last listener, so that it has to be unsubscribed. */
  remove(topic: string, listener: Hear): boolean {
    const known = this.#listeners.get(topic);
    if (!known?.delete(listener) || known.size > 0) return false;
    this.#listeners.delete(topic);
    this.#heard.delete(topic);
    return true;
  }

  deliver(topic: string, message: unknown): void {
    for (const listener of [...(this.#listeners.get(topic)?.keys() ?? [])]) listener(message);
  }

  /** The portal has confirmed these topics. */
  heard(topics: readonly string[]): void {
    for (const topic of topics) {
      const known = this.#listeners.get(topic);
      if (!known) continue;
      this.#heard.add(topic);
      for (const onHeard of [...known.values()]) onHeard();
    }
  }

  /** The connection is over: nothing is heard until the topics are confirmed on the next one. */
  cut(): void {
    this.#heard.clear();
  }

  topics(): string[] {
    return [...this.#listeners.keys()];
  }
}
