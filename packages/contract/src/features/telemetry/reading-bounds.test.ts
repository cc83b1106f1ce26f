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

test("a state of charge is one of 0 to 100 %, or what a monitor counts a little past full, of the battery and of each pack", () => {
  for (const name of ["battery.soc", "battery.pack.1.soc", "battery.pack.2.soc"]) {
    const bounds = readingBounds(name);
    for (const value of [0, 100, 100.4, 105]) expect(isPossible(value, bounds), `${name} ${value}`).toBe(true);
    for (const value of [-1, 106, 500]) expect(isPossible(value, bounds), `${name} ${value}`).toBe(false);
  }
  expect(isPossible(112, readingBounds("battery.soh"))).toBe(true);
});
