import type { OutputValue } from "@offgrid/contract/commands/commands.schema";

/** Pauses between two tries to set an output that does not follow; they double. */
const shortestPauseMs = 60_000;
const longestPauseMs = 3_600_000;

interface Tried {
  value: OutputValue;
  count: number;
  /** By `performance.now()`. */
  notBeforeMs: number;
}

/** How often, and when again, outputs are set to what they do not become. */
export class Tries {
  readonly #byTarget = new Map<string, Tried>();

  /** It became what it was to be, or somebody has set it since. */
  forget(target: string): void {
    this.#byTarget.delete(target);
  }

  /** The pause after the last try of this value is over. */
  isDue(target: string, value: OutputValue): boolean {
    return performance.now() >= this.#of(target, value).notBeforeMs;
  }

  /** @returns how many tries of this value there were before this one. */
  add(target: string, value: OutputValue): number {
    const { count } = this.#of(target, value);
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** count);
    this.#byTarget.set(target, { value, count: count + 1, notBeforeMs: performance.now() + pauseMs });
    return count;
  }

  #of(target: string, value: OutputValue): Tried {
    const tried = this.#byTarget.get(target);
    return tried?.value === value ? tried : { value, count: 0, notBeforeMs: 0 };
  }
}
