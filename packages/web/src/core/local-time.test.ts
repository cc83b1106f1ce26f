import { beforeAll, expect, test } from "vitest";

import { timeReady } from "./time.ts";
import { instantOf } from "./local-time.ts";

beforeAll(() => timeReady());

test("a time of day is that of the container, also on days on which its clocks change", () => {
  const at = (day: string, time: string, zone: string) => new Date(instantOf(day, time, zone) ?? NaN).toISOString();
  expect(at("2026-11-24", "08:30", "Africa/Nairobi")).toBe("2026-11-24T05:30:00.000Z");
  expect(at("2026-10-25", "12:00", "Europe/Paris")).toBe("2026-10-25T11:00:00.000Z");
  expect(at("2026-03-29", "12:00", "Europe/Paris")).toBe("2026-03-29T10:00:00.000Z");
});

test("a time that the clock skips is the instant of the skip, wherever that is", () => {
  for (const [day, time, zone, skip] of [
    ["2026-03-29", "02:30", "Europe/Paris", "2026-03-29T01:00:00.000Z"],
    ["2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
    ["2026-04-24", "00:30", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  ] as const)
    expect(new Date(instantOf(day, time, zone) ?? NaN).toISOString()).toBe(skip);
});

test("what is no day or no time is none", () => {
  for (const [day, time] of [
    ["", "08:00"],
    ["2026-02-30", "08:00"],
    // A year that is still being typed.
    ["0020-11-24", "08:00"],
    ["2026-11-24", ""],
    ["2026-11-24", "24:00"],
  ] as const)
    expect(instantOf(day, time, "UTC")).toBeUndefined();
});
