import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { clockNow, onClock, onTick, setQuiet } from "./tick.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setQuiet(false);
  vi.useRealTimers();
});

test("while nothing arrives, ages count on every few seconds, and nothing more is asked of the portal", () => {
  let ticks = 0;
  let moves = 0;
  const stops = [onTick(() => (ticks += 1)), onClock(() => (moves += 1))];
  vi.advanceTimersByTime(10_000);
  expect([ticks, moves]).toEqual([0, 0]);
  setQuiet(true);
  expect(moves).toBe(1);
  vi.advanceTimersByTime(15_000);
  expect([ticks, moves, clockNow()]).toEqual([0, 4, Date.now()]);
  setQuiet(false);
  vi.advanceTimersByTime(60_000);
  expect([ticks, moves]).toEqual([2, 6]);
  for (const stop of stops) stop();
});
