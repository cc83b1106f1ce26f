/** Rate limits of the broker: messages and connections per controller. Pure but for their own state. */

export const connectsPerMinute = 15;
const minuteMs = 60_000;
export const blockedForMs = 5 * minuteMs;
/** Two devices that stay on one id are reported once, and again only after this long without a ban. */
const alertPauseMs = 60 * minuteMs;

/** A number of messages, or of bytes, a second, after a burst. */
export class Pace {
  readonly #stepMs: number;
  readonly #burst: number;
  #fullAtMs = 0;

  constructor({ perS, burst }: { perS: number; burst: number }) {
    this.#stepMs = 1000 / perS;
    this.#burst = burst;
  }

  /** Takes a slot for one message, or so many bytes. @returns how long it must wait. */
  take(nowMs: number, amount = 1): number {
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#stepMs * amount;
    return Math.max(0, this.#fullAtMs - nowMs - this.#burst * this.#stepMs);
  }
}

/** More than 15 connections a minute under one id: two devices share it, or one is broken. Refused for five minutes. */
export class ConnectPace {
  readonly #recent = new Map<string, number[]>();
  readonly #bannedUntil = new Map<string, number>();

  /**
   * Records a connection with a correct secret.
   * @returns whether it may stay, and whether people should be notified of it.
   */
  judge(id: string, nowMs: number): { mayStay: boolean; isAlert: boolean } {
    const bannedUntilMs = this.#bannedUntil.get(id) ?? -Infinity;
    if (bannedUntilMs > nowMs) return { mayStay: false, isAlert: false };
    const recent = (this.#recent.get(id) ?? []).filter((atMs) => atMs > nowMs - minuteMs);
    recent.push(nowMs);
    this.#recent.set(id, recent);
    if (recent.length <= connectsPerMinute) return { mayStay: true, isAlert: false };
    this.#recent.delete(id);
    this.#bannedUntil.set(id, nowMs + blockedForMs);
    return { mayStay: false, isAlert: nowMs - bannedUntilMs > alertPauseMs };
  }
}
