import { tickMs } from "@offgrid/contract/core/constants";
import { useSyncExternalStore } from "react";

export interface Tick {
  /** The clock at this tick, epoch ms. */
  nowMs: number;
  /** Time since the tick before; more than 30 s after the tab or the machine slept. */
  elapsedMs: number;
}

let last: Tick = { nowMs: Date.now(), elapsedMs: 0 };
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<(tick: Tick) => void>();

function broadcast(): void {
  const nowMs = Date.now();
  last = { nowMs, elapsedMs: nowMs - last.nowMs };
  for (const listener of listeners) listener(last);
}

/** Calls the listener at each tick, every 30 s, until the returned function is called. */
export function onTick(listener: (tick: Tick) => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(broadcast, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The clock of the last tick in epoch ms; a component that uses it is drawn again every 30 s. */
export function useTick(): number {
  return useSyncExternalStore(onTick, () => last.nowMs);
}

/** The clock of the last full second in epoch ms; while `isRunning`, a component that uses it is drawn again each second. */
export function useSeconds(isRunning: boolean): number {
  return useSyncExternalStore(isRunning ? onSecond : never, () => Math.floor(Date.now() / 1_000) * 1_000);
}

function onSecond(listener: () => void): () => void {
  const each = setInterval(listener, 1_000);
  return () => clearInterval(each);
}

const never = () => () => {};
