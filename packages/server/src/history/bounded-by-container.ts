/** A memory by container that stays within a limit of bytes. */

interface Kept<Value> {
  /** Oldest first. */
  values: Map<string, Value>;
  bytes: number;
}

/**
 * Values by container, limited in bytes; the container that was written to least recently goes first. Who wants a value
 * that was read to stay puts it again.
 */
export class BoundedByContainer<Value> {
  readonly #limitBytes: number;
  readonly #mostPerContainer: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #containers = new Map<string, Kept<Value>>();
  #bytes = 0;

  constructor(limitBytes: number, mostPerContainer: number, sizeOf: (value: Value) => number) {
    this.#limitBytes = limitBytes;
    this.#mostPerContainer = mostPerContainer;
    this.#sizeOf = sizeOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(containerId: string, key: string): Value | undefined {
    return this.#containers.get(containerId)?.values.get(key);
  }

  put(containerId: string, key: string, value: Value): void {
    const kept = this.#containers.get(containerId) ?? { values: new Map<string, Value>(), bytes: 0 };
    this.#containers.delete(containerId);
    this.#containers.set(containerId, kept);
    this.#take(kept, key);
    kept.values.set(key, value);
    this.#grow(kept, this.#sizeOf(value));
    for (const oldest of kept.values.keys()) {
      if (kept.values.size <= this.#mostPerContainer) break;
      this.#take(kept, oldest);
    }
    for (const [oldest, { bytes }] of this.#containers) {
      if (this.#bytes <= this.#limitBytes || oldest === containerId) return;
      this.#containers.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  drop(containerId: string, key: string): void {
    const kept = this.#containers.get(containerId);
    if (kept) this.#take(kept, key);
  }

  #take(kept: Kept<Value>, key: string): void {
    const value = kept.values.get(key);
    if (value === undefined) return;
    kept.values.delete(key);
    this.#grow(kept, -this.#sizeOf(value));
  }

  #grow(kept: Kept<Value>, bytes: number): void {
    kept.bytes += bytes;
    this.#bytes += bytes;
  }
}
