import { expect, test } from "vitest";

import { markArrivals } from "./arrival-marks.ts";

const start = Date.UTC(2026, 10, 20, 12);
const arrival = (atS: number, cameS = atS + 0.4) => ({
  at: new Date(start + atS * 1000).toISOString(),
  receivedAt: new Date(start + cameS * 1000).toISOString(),
});
const marks = (everyS: number, ...newestFirst: ReturnType<typeof arrival>[]) =>
  markArrivals(newestFirst, everyS).map(({ mark, gapMs }) => [mark, gapMs]);

test("a reading that comes two intervals after the one before it ended a gap, an earlier one is on time", () => {
  expect(marks(10, arrival(61), arrival(40), arrival(20), arrival(0))).toEqual([
    ["afterGap", 21_000],
    ["onTime", 20_000],
    ["onTime", 20_000],
    ["onTime", undefined],
  ]);
});

test("what was sent long after it was measured is told apart from a gap, and the delay of a slow link is neither", () => {
  expect(marks(10, arrival(120, 400), arrival(20, 39), arrival(10))).toEqual([
    ["sentLater", 100_000],
    ["onTime", 10_000],
    ["onTime", undefined],
  ]);
  expect(marks(1, arrival(4, 8), arrival(0))).toEqual([
    ["onTime", 4_000],
    ["onTime", undefined],
  ]);
});
