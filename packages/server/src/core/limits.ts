import { Refusal } from "@offgrid/contract/core/refusal";

import type { Clock } from "./clock.ts";

const mostKeys = 50_000;

interface Window {
  count: number;
  untilMs: number;
}

/** How often something may be done: counters by key, each within a window of its own. In memory, so a restart forgets. */
export class Limits {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one. @throws Refusal too_many when there were `most` within the window already. */
  take(key: string, most: number, windowMs: number): void {
    if (!this.allows(key, most)) {
      const untilMs = this.#windows.get(key)?.untilMs ?? 0;
      throw new Refusal("too_many", { retryAfterS: Math.max(1, Math.ceil((untilMs - this.#clock.now()) / 1_000)) });
    }
    this.count(key, windowMs);
  }

  /** Is there room for one more? Counts nothing. */
  allows(key: string, most: number): boolean {
    const window = this.#windows.get(key);
    return !window || window.untilMs <= this.#clock.now() || window.count < most;
  }

  /** @returns how many there are now. */
  count(key: string, windowMs: number): number {
    const nowMs = this.#clock.now();
    const open = this.#windows.get(key);
    const window = open && open.untilMs > nowMs ? open : { count: 0, untilMs: nowMs + windowMs };
    window.count++;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > mostKeys) this.#windows.delete(this.#windows.keys().next().value as string);
    return window.count;
  }

  /** Seconds until a key's window is over; 0: it is. */
  waitS(key: string): number {
    return Math.max(0, Math.ceil(((this.#windows.get(key)?.untilMs ?? 0) - this.#clock.now()) / 1_000));
  }

  forget(key: string): void {
    this.#windows.delete(key);
  }
}
