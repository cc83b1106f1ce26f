import { expect, test } from "vitest";

import { coverageToday } from "./container-row.ts";

const midnightMs = Date.UTC(2026, 10, 20);
const minuteMs = 60_000;

/** @param at Minutes of the day of the newest reading, up to which all was measured. */
const stored = (at: number, measured = at) => ({
  zoneName: "UTC",
  energyDay: "2026-11-20",
  energyMeasuredS: measured * 60,
  at: new Date(midnightMs + at * minuteMs),
  everyS: 10,
});

test("minutes after midnight a day of which nothing is missing is whole, though its next reading is still to come", () => {
  expect(coverageToday(stored(1), midnightMs + 2.5 * minuteMs)).toBe(1);
  expect(coverageToday(stored(600), midnightMs + 601 * minuteMs)).toBe(1);
});

test("what is missing before the newest reading is counted, and so is all since it once the next one is late", () => {
  expect(coverageToday(stored(60, 45), midnightMs + 61 * minuteMs)).toBe(0.75);
  expect(coverageToday(stored(60), midnightMs + 120 * minuteMs)).toBe(0.5);
  expect(coverageToday({ ...stored(60), energyDay: "2026-11-19" }, midnightMs + 61 * minuteMs)).toBe(0);
});
