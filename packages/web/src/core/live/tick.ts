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

/** The clock that ages are counted from: that of the last tick, and of every few seconds while nothing new arrives. */
let clockMs = last.nowMs;
const clockListeners = new Set<() => void>();
let quietTimer: ReturnType<typeof setInterval> | undefined;
const quietMs = 5_000;

function broadcast(): void {
  const nowMs = Date.now();
  last = { nowMs, elapsedMs: nowMs - last.nowMs };
  for (const listener of listeners) listener(last);
  moveClock();
}

function moveClock(): void {
  clockMs = Date.now();
  for (const listener of clockListeners) listener();
}

/**
 * While nothing new arrives, ages on the screen count on every few seconds: at half a minute each they would go on saying
 * "now" beside a sentence that says otherwise. Ticks, which ask the portal, stay as they are.
 */
export function setQuiet(isQuiet: boolean): void {
  if (isQuiet === (quietTimer !== undefined)) return;
  clearInterval(quietTimer);
  quietTimer = isQuiet ? setInterval(moveClock, quietMs) : undefined;
  if (isQuiet) moveClock();
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

/**
 * The clock of the last tick in epoch ms; a component that uses it is drawn again every 30 s, and while nothing arrives
 * every 5 s.
 */
export function useTick(): number {
  return useSyncExternalStore(onClock, clockNow);
}

/** The clock that ages are counted from, epoch ms. */
export function clockNow(): number {
  return clockMs;
}

/** Calls the listener when the clock that ages are counted from has moved. */
export function onClock(listener: () => void): () => void {
  clockListeners.add(listener);
  // The clock goes as long as somebody looks at it.
  const stop = onTick(() => {});
  return () => {
    clockListeners.delete(listener);
    stop();
  };
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
