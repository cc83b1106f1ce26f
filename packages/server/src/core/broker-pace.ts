/** Paces of the broker: messages per controller, connections per controller. Pure but for their own memory. */

const messagesPerS = 20;
const burst = 100;
const connectsPerMinute = 15;
const minuteMs = 60_000;
const banMs = 5 * minuteMs;

/** 20 messages a second with a burst of 100. */
export class MessagePace {
  readonly #stepMs = 1000 / messagesPerS;
  #fullAtMs = 0;

  /** Takes a place for one message. @returns how long it must wait. */
  take(nowMs: number): number {
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#stepMs;
    return Math.max(0, this.#fullAtMs - nowMs - burst * this.#stepMs);
  }
}

/** More than 15 connections a minute under one id: two devices share it, or one is broken. Refused for five minutes. */
export class ConnectPace {
  readonly #recent = new Map<string, number[]>();
  readonly #bannedUntil = new Map<string, number>();

  /** Notes a connection with a right secret. @returns whether it may stay. */
  mayConnect(id: string, nowMs: number): boolean {
    if ((this.#bannedUntil.get(id) ?? 0) > nowMs) return false;
    this.#bannedUntil.delete(id);
    const recent = (this.#recent.get(id) ?? []).filter((atMs) => atMs > nowMs - minuteMs);
    recent.push(nowMs);
    this.#recent.set(id, recent);
    if (recent.length <= connectsPerMinute) return true;
    this.#recent.delete(id);
    this.#bannedUntil.set(id, nowMs + banMs);
    return false;
  }
}
