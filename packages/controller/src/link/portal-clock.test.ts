import { expect, test } from "vitest";

import { PortalClock } from "./portal-clock.ts";

const start = Date.UTC(2026, 5, 1);
const second = 1_000;
const hour = 3_600 * second;

/** A clock that was told the time at once. */
function aClock(): PortalClock {
  const clock = new PortalClock();
  expect(clock.now(0)).toBeUndefined();
  clock.set(start, start - 5 * second, 0);
  return clock;
}

test("the portal's time goes on evenly from where it was received", () => {
  const clock = aClock();
  expect(clock.offsetMs).toBe(5 * second);
  expect(clock.now(hour)).toBe(start + hour);
});

test("a message that a stalled link held up does not set the clock back, nor do several that come at once", () => {
  const clock = aClock();
  for (const sentMs of [20, 30, 40]) clock.set(start + sentMs * second, start + 60 * second, 60 * second);
  expect(clock.now(60 * second)).toBe(start + 60 * second);
  expect(clock.offsetMs).toBe(5 * second);
  // One that is newer counts again.
  clock.set(start + 61 * second, start + 61 * second, 60 * second);
  expect(clock.now(60 * second)).toBe(start + 61 * second);
});

test("a clock that was first received late is put right by the next message", () => {
  const clock = new PortalClock();
  clock.set(start, start, 40 * second);
  clock.set(start + 60 * second, start, 60 * second);
  expect(clock.now(60 * second)).toBe(start + 60 * second);
});

test("a portal whose clock was set back is believed once it says so twice", () => {
  const clock = aClock();
  clock.set(start, start, hour);
  expect(clock.now(hour)).toBe(start + hour);
  clock.set(start + hour, start, 2 * hour);
  expect(clock.now(2 * hour)).toBe(start + hour);
});

test("what this machine's clock gains over days is corrected by one message", () => {
  const clock = aClock();
  const days = 10 * 24 * hour;
  clock.set(start + days - 100 * second, start, days);
  expect(clock.now(days)).toBe(start + days - 100 * second);
});
