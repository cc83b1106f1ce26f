import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { IngestQueue } from "./ingest-queue.ts";
import { SequenceWatch } from "./sequence.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (bytes: number) => ({
  containerId: "kisumu",
  topic: "t",
  payload: Buffer.alloc(bytes),
  isWill: false,
  arrivedMs: performance.now(),
});

test("a full queue holds senders back until there is room", async () => {
  const queue = new IngestQueue();
  for (let count = 0; count < 10_000; count++) await queue.put(message(1));
  let isTaken = false;
  const held = queue.put(message(1)).then(() => (isTaken = true));
  await Promise.resolve();
  expect({ isTaken, length: queue.length, held: queue.held }).toEqual({ isTaken: false, length: 10_000, held: 1 });
  queue.take();
  await held;
  expect({ isTaken, length: queue.length, held: queue.held }).toEqual({ isTaken: true, length: 10_000, held: 0 });
});

test("a message held for twenty seconds is discarded and counted; its bytes never count", async () => {
  const queue = new IngestQueue();
  for (let count = 0; count < 256; count++) await queue.put(message(256 * 1024));
  const held = queue.put(message(256 * 1024));
  vi.advanceTimersByTime(20_000);
  await held;
  expect({ shed: queue.shed, bytes: queue.bytes, held: queue.held }).toEqual({
    shed: 1,
    bytes: 64 * 1024 * 1024,
    held: 0,
  });
});

test("a hole in the numbers is overdue after five seconds, once, unless it fills", () => {
  const watch = new SequenceWatch();
  for (const seq of [10, 11, 14]) watch.note("b1", seq, 0);
  watch.note("b1", 12, 1_000);
  expect(watch.isGapOverdue(5_000)).toBe(false);
  expect(watch.isGapOverdue(5_001)).toBe(true);
  expect(watch.isGapOverdue(9_000)).toBe(false);
  watch.note("b2", 500, 9_000);
  expect(watch.isGapOverdue(99_000)).toBe(false);
  watch.noteOther("b2", 900, 99_000);
  expect(watch.isGapOverdue(200_000)).toBe(false);
});
