import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { SilenceWatch, doubtMs, pingMs } from "./silence-watch.ts";

let log: string[];
let watch: SilenceWatch;
beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  watch = new SilenceWatch({ ping: () => log.push("ping"), onSilent: () => log.push("silent") });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test("a line that swallows everything is seen within two intervals", () => {
  watch.start();
  vi.advanceTimersByTime(pingMs);
  expect(log).toEqual(["ping"]);
  vi.advanceTimersByTime(pingMs);
  expect(log).toEqual(["ping", "silent"]);
  vi.advanceTimersByTime(10 * pingMs);
  expect(log).toEqual(["ping", "silent"]);
});

test("a line on which something comes is not asked; a quiet one is, and lives on with each answer", () => {
  watch.start();
  for (let each = 0; each < 20; each += 1) {
    vi.advanceTimersByTime(pingMs / 3);
    watch.received();
  }
  expect(log).toEqual([]);
  vi.advanceTimersByTime(pingMs);
  expect(log).toEqual(["ping"]);
  vi.advanceTimersByTime(1);
  watch.received();
  vi.advanceTimersByTime(2 * pingMs - 2);
  expect(log).toEqual(["ping", "ping"]);
});

test("a doubt is answered sooner", () => {
  watch.start();
  vi.advanceTimersByTime(1);
  watch.doubt();
  expect(log).toEqual(["ping"]);
  vi.advanceTimersByTime(doubtMs);
  expect(log).toEqual(["ping", "silent"]);
});

test("a timer that a sleeping tab ran late asks again before it judges", () => {
  watch.start();
  vi.advanceTimersByTime(pingMs);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(pingMs);
  expect(log).toEqual(["ping", "ping"]);
  vi.advanceTimersByTime(doubtMs);
  expect(log).toEqual(["ping", "ping", "silent"]);
});

test("without a connection nothing is asked", () => {
  watch.doubt();
  watch.start();
  watch.stop();
  watch.doubt();
  vi.advanceTimersByTime(10 * pingMs);
  expect(log).toEqual([]);
});
