import type { Driver, Frame } from "./drivers/driver.ts";

/** setTimeout takes at most this; longer waits are slept in parts. */
const longestTimerMs = 2 ** 31 - 1;

/** The first instant after `nowMs` that is a multiple of `everyMs` since the epoch. */
export function nextInstant(nowMs: number, everyMs: number): number {
  return (Math.floor(nowMs / everyMs) + 1) * everyMs;
}

/**
 * Reads a driver at every multiple of `everyMs`. An instant that passes while the driver is still busy is skipped.
 * @returns How many readings have failed so far, and a function to stop, which waits for a reading under way.
 */
export function startReading(options: {
  driver: Driver;
  everyMs: number;
  now: () => number;
  onFrame: (frame: Frame) => void;
  onError: (error: unknown) => void;
}): { errors: () => number; stop: () => Promise<void> } {
  const { driver, everyMs, now, onFrame, onError } = options;
  let errors = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> = Promise.resolve();
  let lastMs = -Infinity;

  function plan(): void {
    if (isStopped) return;
    const nowMs = now();
    // A timer that fired a little early must not give the same instant twice; a clock that was set back starts over.
    const isEarly = nowMs < lastMs && nowMs > lastMs - everyMs;
    sleepUntil(nextInstant(isEarly ? lastMs : nowMs, everyMs));
  }

  function sleepUntil(atMs: number): void {
    const waitMs = atMs - now();
    if (waitMs > longestTimerMs) timer = setTimeout(() => sleepUntil(atMs), longestTimerMs);
    else timer = setTimeout(() => void (busy = read(atMs).finally(plan)), Math.max(0, waitMs));
  }

  async function read(atMs: number): Promise<void> {
    lastMs = atMs;
    try {
      const values = await driver.read(atMs);
      if (!values || isStopped) return;
      if (values.length !== driver.metrics.length)
        throw new Error(`The driver gave ${values.length} values for ${driver.metrics.length} metrics.`);
      onFrame({ atMs, values: values.map((value) => (Number.isFinite(value) ? value : null)) });
    } catch (error) {
      errors++;
      onError(error);
    }
  }

  plan();
  return {
    errors: () => errors,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await busy;
    },
  };
}
