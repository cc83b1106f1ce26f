import type { Clock } from "../core/clock.ts";

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(startMs = Date.now()): TestClock {
  let nowMs = startMs;
  return { now: () => nowMs, advance: (ms) => void (nowMs += ms) };
}
