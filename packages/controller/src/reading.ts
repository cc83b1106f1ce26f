import type { Driver, Frame } from "./drivers/driver.ts";

/** setTimeout takes at most this; longer waits are slept in parts. */
const longestTimerMs = 2 ** 31 - 1;

/** The first instant after `nowMs` that is a multiple of `everyMs` since the epoch. */
export function nextInstant(nowMs: number, everyMs: number): number {
  return (Math.floor(nowMs / everyMs) + 1) * everyMs;
}

/** A timer that fired a little early must not give the same instant twice; a clock that was set back starts over. */
const isWithin = (nowMs: number, lastMs: number, everyMs: number) => nowMs <= lastMs && nowMs > lastMs - everyMs;

export interface ReadingOptions {
  driver: Driver;
  /** Time between two frames; `replan` where it becomes another. */
  everyMs: () => number;
  now: () => number;
  /** @param isChanged It was read because an output had changed. */
  onFrame: (frame: Frame, isChanged: boolean) => void;
  onError: (error: unknown) => void;
}

export interface Reading {
  /** How many readings have failed so far. */
  errors: () => number;
  /** Reads in between, since an output has changed. */
  readNow: () => void;
  /** The time between two frames is another now. */
  replan: () => void;
  /** Waits for a reading under way. */
  stop: () => Promise<void>;
}

/** Reads a driver at every multiple of `everyMs`. An instant that passes while the driver is still busy is skipped. */
export function startReading({ driver, everyMs, now, onFrame, onError }: ReadingOptions): Reading {
  let errors = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> = Promise.resolve();
  let lastMs = -Infinity;
  let isAsked = false;

  function plan(): void {
    clearTimeout(timer);
    if (isStopped) return;
    const nowMs = now();
    sleepUntil(nextInstant(isEarly(nowMs) ? lastMs : nowMs, everyMs()));
  }

  const isEarly = (nowMs: number) => isWithin(nowMs, lastMs, everyMs());

  function sleepUntil(atMs: number): void {
    const waitMs = atMs - now();
    if (waitMs > longestTimerMs) timer = setTimeout(() => sleepUntil(atMs), longestTimerMs);
    else timer = setTimeout(() => void next(() => readOn(atMs)).finally(plan), Math.max(0, waitMs));
  }

  /** Never two readings at the same time. */
  function next(work: () => Promise<void>): Promise<void> {
    return (busy = busy.then(work));
  }

  function readNow(): void {
    if (isAsked) return;
    isAsked = true;
    void next(async () => {
      isAsked = false;
      const nowMs = Math.floor(now());
      if (!isStopped) await read(isEarly(nowMs) ? lastMs + 1 : nowMs, true);
    });
  }

  /** Not where a reading in between, which it waited for, has passed its instant: frames do not go back in time. */
  async function readOn(atMs: number): Promise<void> {
    if (atMs > lastMs || lastMs > now() + everyMs()) await read(atMs);
  }

  async function read(atMs: number, isChanged = false): Promise<void> {
    lastMs = atMs;
    try {
      const values = await driver.read(atMs, isChanged);
      if (!values || isStopped) return;
      if (values.length !== driver.metrics.length)
        throw new Error(`The driver gave ${values.length} values for ${driver.metrics.length} metrics.`);
      onFrame({ atMs, values: values.map((value) => (Number.isFinite(value) ? value : null)) }, isChanged);
    } catch (error) {
      errors++;
      onError(error);
    }
  }

  plan();
  return {
    errors: () => errors,
    readNow,
    replan: plan,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await busy;
    },
  };
}
