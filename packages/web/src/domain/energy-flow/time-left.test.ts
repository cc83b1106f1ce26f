import { expect, test } from "vitest";

import { batteryTimeLeft, timeLeft } from "./time-left.ts";

const learned = { soc: 15, from: "learned" } as const;

test("a battery says when it will be full or at its cut-off at its present power, unless that is far off or already the case", () => {
  expect(timeLeft(10_000, 60, 1_000, learned)).toEqual({ until: "full", hours: 4 });
  expect(timeLeft(10_000, 60, -1_500, learned)).toEqual({ until: "cut", hours: 3 });
  expect(timeLeft(10_000, 60, 9, learned)).toBeUndefined();
  expect(timeLeft(1_000, 60, 12, learned)?.until).toBe("full");
  expect(timeLeft(10_000, 99.2, 500, learned)).toBeUndefined();
  expect(timeLeft(10_000, 15, -1_500, learned)).toBeUndefined();
  expect(timeLeft(100_000, 90, -21, learned)).toBeUndefined();
});

test("by readings, an old or missing one tells nothing", () => {
  const reading = (value: number, isStale = false) => ({ value, atMs: 0, isStale });
  const readings = { "battery.power": reading(-1_500), "battery.soc": reading(60) };
  expect(batteryTimeLeft(readings, 10_000, learned, "normal")).toEqual({ until: "cut", hours: 3 });
  expect(batteryTimeLeft(readings, 10_000, undefined, "normal")).toBeUndefined();
  expect(batteryTimeLeft(readings, undefined, learned, "normal")).toBeUndefined();
  expect(batteryTimeLeft({ ...readings, "battery.soc": reading(60, true) }, 10_000, learned, "normal")).toBeUndefined();
  expect(batteryTimeLeft({ "battery.soc": reading(60) }, 10_000, learned, "normal")).toBeUndefined();
});

test("a battery that gives counts to the cut-off, which its forecast counts to as well, and says where it is assumed", () => {
  const reading = (value: number) => ({ value, atMs: 0, isStale: false });
  const readings = { "battery.power": reading(-1_500), "battery.soc": reading(60) };
  expect(batteryTimeLeft(readings, 10_000, { soc: 30, from: "setting" }, undefined)).toEqual({
    until: "cut",
    hours: 2,
  });
  expect(batteryTimeLeft(readings, 10_000, { soc: 30, from: "assumed" }, undefined)).toEqual({
    until: "assumed",
    hours: 2,
  });
});

test("loads that are cut are not about to be cut, whatever charge their battery still reads; it may be filling", () => {
  const reading = (value: number) => ({ value, atMs: 0, isStale: false });
  const at = (powerW: number) => ({ "battery.power": reading(powerW), "battery.soc": reading(16) });
  expect(batteryTimeLeft(at(-100), 10_000, learned, "cut")).toBeUndefined();
  expect(batteryTimeLeft(at(-100), 10_000, learned, "cut_partly")?.until).toBe("cut");
  expect(batteryTimeLeft(at(1_000), 10_000, learned, "cut")?.until).toBe("full");
});
