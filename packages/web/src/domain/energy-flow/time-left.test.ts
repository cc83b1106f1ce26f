import { expect, test } from "vitest";

import { batteryTimeLeft, timeLeft } from "./time-left.ts";

test("a battery says when it will be full or empty at its present power, unless that is far off or already the case", () => {
  expect(timeLeft(10_000, 60, 1_000, undefined)).toEqual({ until: "full", hours: 4 });
  expect(timeLeft(10_000, 60, -1_500, undefined)).toEqual({ until: "empty", hours: 4 });
  expect(timeLeft(10_000, 60, 19, undefined)).toBeUndefined();
  expect(timeLeft(10_000, 100, 500, undefined)).toBeUndefined();
  expect(timeLeft(100_000, 90, -21, undefined)).toBeUndefined();
});

test("by readings, an old or missing one tells nothing", () => {
  const reading = (value: number, isStale = false) => ({ value, atMs: 0, isStale });
  const readings = { "battery.power": reading(-1_500), "battery.soc": reading(60) };
  expect(batteryTimeLeft(readings, 10_000, undefined)).toEqual({ until: "empty", hours: 4 });
  expect(batteryTimeLeft(readings, undefined, undefined)).toBeUndefined();
  expect(batteryTimeLeft({ ...readings, "battery.soc": reading(60, true) }, 10_000, undefined)).toBeUndefined();
  expect(batteryTimeLeft({ "battery.soc": reading(60) }, 10_000, undefined)).toBeUndefined();
});

test("a battery that gives counts to the cut-off that is known, below which nobody can use it; never to one that is assumed", () => {
  const reading = (value: number) => ({ value, atMs: 0, isStale: false });
  const readings = { "battery.power": reading(-1_500), "battery.soc": reading(60) };
  expect(batteryTimeLeft(readings, 10_000, { soc: 15, from: "learned" })).toEqual({ until: "cut", hours: 3 });
  expect(batteryTimeLeft(readings, 10_000, { soc: 30, from: "setting" })).toEqual({ until: "cut", hours: 2 });
  expect(batteryTimeLeft(readings, 10_000, { soc: 20, from: "assumed" })).toEqual({ until: "empty", hours: 4 });
  expect(timeLeft(10_000, 60, 1_000, 15)).toEqual({ until: "full", hours: 4 });
  expect(timeLeft(10_000, 15, -1_500, 15)).toBeUndefined();
});
