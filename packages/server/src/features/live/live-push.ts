import { liveMessageVersion } from "@offgrid/contract/core/constants";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";

import type { ContainerChange } from "../../bus/bus.events.ts";

const shortestPauseMs = 1_000;

interface Pending {
  values: Map<string, number>;
  newest: ContainerChange;
  atMs: number;
  missing: readonly string[];
  timer: NodeJS.Timeout | undefined;
  sentMs: number;
}

/** Changes of containers on their way to screens: gathered, and sent at most once a second per container. */
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
      sentMs: -Infinity,
    };
    this.#pending.set(containerId, pending);
    const { values, atMs } = change;
    for (const [name, value] of values) pending.values.set(name, value);
    if (atMs >= pending.atMs) pending.missing = change.missing;
    pending.atMs = Math.max(pending.atMs, atMs);
    pending.newest = change;
    if (pending.timer) return;
    const pauseMs = Math.max(0, pending.sentMs + shortestPauseMs - performance.now());
    pending.timer = setTimeout(() => this.#flush(containerId, pending), pauseMs);
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
    pending.sentMs = performance.now();
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
