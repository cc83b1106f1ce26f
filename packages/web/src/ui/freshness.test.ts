import { expect, test } from "vitest";

import { ageMs, freshnessOf } from "./freshness.ts";

const now = Date.UTC(2026, 10, 20, 12);

test.each([
  [0, "fresh"],
  [20, "fresh"],
  [20.001, "late"],
  [30, "late"],
  [30.001, "stale"],
  [-60, "fresh"],
] as const)("a figure expected every 10 s is, %d s later, %s", (ageS, level) => {
  expect(freshnessOf(now - ageS * 1000, 10, now)).toBe(level);
});

test("a value that was never measured has no freshness", () => {
  expect(freshnessOf(undefined, 10, now)).toBe("none");
});

test("a time in epoch seconds is as old as the same in milliseconds", () => {
  expect(ageMs(now / 1000 - 60, now)).toBe(60_000);
});
