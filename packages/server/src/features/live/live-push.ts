import { liveMessageVersion } from "@offgrid/contract/core/constants";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";

import type { ContainerChange } from "../../bus/bus.events.ts";

const pauseMs = 1_000;
/**
 * How much sooner than that a message may follow one that was late itself. Without it, a container that sends each second
 * would keep the delay of its latest message for ever.
 */
const catchUpMs = 250;

interface Pending {
  values: Map<string, number>;
  newest: ContainerChange;
  atMs: number;
  missing: readonly string[];
  timer: NodeJS.Timeout | undefined;
  /** The next message goes out no sooner. */
  dueMs: number;
}

/** Changes of containers on their way to screens: gathered, and sent at most once a second per container, on average. */
export class LivePush {
  readonly #pending = new Map<string, Pending>();
  readonly #send: (containerId: string, message: ContainerMessage) => void;
  readonly #isWatched: (containerId: string) => boolean;

  constructor(parts: {
    send: (containerId: string, message: ContainerMessage) => void;
    isWatched: (containerId: string) => boolean;
  }) {
    this.#send = parts.send;
    this.#isWatched = parts.isWatched;
  }

  changed(containerId: string, change: ContainerChange): void {
    if (!this.#isWatched(containerId)) {
      this.forget(containerId);
      return;
    }
    const pending = this.#pending.get(containerId) ?? {
      values: new Map(),
      newest: change,
      atMs: 0,
      missing: [],
      timer: undefined,
      dueMs: performance.now(),
    };
    this.#pending.set(containerId, pending);
    const { values, atMs } = change;
    for (const [name, value] of values) pending.values.set(name, value);
    if (atMs >= pending.atMs) pending.missing = change.missing;
    pending.atMs = Math.max(pending.atMs, atMs);
    pending.newest = change;
    if (pending.timer) return;
    const waitMs = Math.max(0, pending.dueMs - performance.now());
    pending.timer = setTimeout(() => this.#flush(containerId, pending), waitMs);
  }

  forget(containerId: string): void {
    clearTimeout(this.#pending.get(containerId)?.timer);
    this.#pending.delete(containerId);
  }

  stop(): void {
    for (const containerId of [...this.#pending.keys()]) this.forget(containerId);
  }

  #flush(containerId: string, pending: Pending): void {
    pending.timer = undefined;
    pending.dueMs = Math.max(pending.dueMs, performance.now() - catchUpMs) + pauseMs;
    const values = Object.fromEntries(pending.values);
    pending.values.clear();
    const { atMs: ts, missing } = pending;
    const { status, clockOffsetS } = pending.newest;
    this.#send(containerId, {
      v: liveMessageVersion,
      ts,
      values,
      ...(missing.length > 0 && { missing: [...missing] }),
      status,
      ...(clockOffsetS !== null && { clockOffsetS }),
    });
  }
}
