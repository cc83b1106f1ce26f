import { expect, test } from "vitest";

import { batteryTimeLeft, timeLeft } from "./time-left.ts";

test("a battery says when it will be full or empty at its present power, unless that is far off or already the case", () => {
  expect(timeLeft(10_000, 60, 1_000)).toEqual({ until: "full", hours: 4 });
  expect(timeLeft(10_000, 60, -1_500)).toEqual({ until: "empty", hours: 4 });
  expect(timeLeft(10_000, 60, 19)).toBeUndefined();
  expect(timeLeft(10_000, 100, 500)).toBeUndefined();
  expect(timeLeft(100_000, 90, -21)).toBeUndefined();
});

test("by readings, an old or missing one tells nothing", () => {
  const reading = (value: number, isStale = false) => ({ value, atMs: 0, isStale });
  const readings = { "battery.power": reading(-1_500), "battery.soc": reading(60) };
  expect(batteryTimeLeft(readings, 10_000)).toEqual({ until: "empty", hours: 4 });
  expect(batteryTimeLeft(readings, undefined)).toBeUndefined();
  expect(batteryTimeLeft({ ...readings, "battery.soc": reading(60, true) }, 10_000)).toBeUndefined();
  expect(batteryTimeLeft({ "battery.soc": reading(60) }, 10_000)).toBeUndefined();
});
