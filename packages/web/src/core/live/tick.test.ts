import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { clockNow, onClock, onTick, setQuiet } from "./tick.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setQuiet(false);
  vi.useRealTimers();
});

test("every 30 seconds all who listen are told how long it has been, also after the machine slept", () => {
  const elapsed: number[] = [];
  const stop = onTick(({ elapsedMs }) => elapsed.push(elapsedMs));
  vi.advanceTimersByTime(60_000);
  expect(elapsed.slice(1)).toEqual([30_000]);
  vi.setSystemTime(Date.now() + 600_000);
  vi.advanceTimersByTime(30_000);
  expect(elapsed.slice(2)).toEqual([630_000]);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(elapsed).toHaveLength(3);
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
