import { Refusal } from "@offgrid/contract/core/refusal";

import { networkOf } from "../calls/network.ts";

const windowMs = 60_000;
const mostNetworks = 10_000;

/**
 * Limits how often a network may request what needs no account and protects none. Kept in the memory of this process,
 * since refusing must cost less than answering.
 */
export class FloodGuard {
  readonly #most: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { count: number; untilMs: number }>();

  constructor(most: number, now = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** @throws Refusal too_many */
  take(address: string): void {
    const network = networkOf(address);
    const nowMs = this.#now();
    let window = this.#windows.get(network);
    if (!window || window.untilMs <= nowMs) {
      window = { count: 0, untilMs: nowMs + windowMs };
      this.#windows.delete(network);
      this.#windows.set(network, window);
      if (this.#windows.size > mostNetworks) this.#windows.delete(this.#windows.keys().next().value as string);
    }
    if (++window.count > this.#most) {
      throw new Refusal("too_many", { retryAfterS: Math.ceil((window.untilMs - nowMs) / 1_000) });
    }
  }
}
