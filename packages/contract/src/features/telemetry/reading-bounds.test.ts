import { expect, test } from "vitest";

import { metrics } from "./metrics.ts";
import { isPossible, readingBounds } from "./reading-bounds.ts";

test("every metric has bounds that what is usual fits in, and that no unreadable value passes", () => {
  for (const name of [...Object.keys(metrics), "door.open", "mill.speed"]) {
    const bounds = readingBounds(name);
    for (const value of [0, 1, 24.5]) expect(isPossible(value, bounds), name).toBe(true);
    for (const value of [1e308, -1e308, Infinity, -Infinity, NaN]) expect(isPossible(value, bounds), name).toBe(false);
  }
});

test("what a faulty wire reads for a missing value is no charge and no temperature", () => {
  expect(isPossible(65_535, readingBounds("battery.soc"))).toBe(false);
  expect(isPossible(-32_768, readingBounds("battery.temperature"))).toBe(false);
  expect(isPossible(-40, readingBounds("battery.temperature"))).toBe(true);
  expect(isPossible(-5_000, readingBounds("battery.power"))).toBe(true);
});
