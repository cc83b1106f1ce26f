import fc from "fast-check";
import { expect, test } from "vitest";

import { addReading, dayFromSamples, totalsOf } from "./day-energy.ts";

const minute = 60_000;
const zone = "Australia/Lord_Howe";
const start = Date.UTC(2026, 5, 1, 4);

test("adding readings one by one gives the same as all at once, also across midnight", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 60 }),
      fc.boolean(),
      (powers, hasMeter) => {
        const at = powers.map((_, index) => start + index * 30 * minute);
        let meter = 0;
        const meters = powers.map((power) => (hasMeter ? (meter += power / 2) : null));
        const columns = [powers, meters, powers.map(() => null), powers.map(() => null)];
        let day = dayFromSamples(zone, start, [], [[], [], [], []], 30 * minute);
        for (const [index, atMs] of at.entries()) {
          day = addReading(day, zone, { atMs, values: columns.map((column) => column[index]) }, 30 * minute);
        }
        const whole = dayFromSamples(zone, at.at(-1) as number, at, columns, 30 * minute);
        expect(totalsOf(day)).toMatchObject({ date: totalsOf(whole).date, loadWh: null });
        expect(totalsOf(day).solarWh ?? -1).toBeCloseTo(totalsOf(whole).solarWh ?? -1, 6);
        expect(totalsOf(day).measuredS).toBeCloseTo(totalsOf(whole).measuredS, 6);
        expect(day.isStale).toBe(false);
      },
    ),
  );
});

test("a late reading of today makes the day stale, one of last week does not", () => {
  const day = dayFromSamples("UTC", start, [start], [[100], [null], [null], [null]], minute);
  expect(addReading(day, "UTC", { atMs: start - minute, values: [1] }, minute).isStale).toBe(true);
  expect(addReading(day, "UTC", { atMs: start - 7 * 24 * 60 * minute, values: [1] }, minute).isStale).toBe(false);
});

test("where readings are hours apart, a late one of yesterday makes the day stale, announced or not", () => {
  const early = start - 12 * 60 * minute;
  const at = [0, 6, 12, 18].map((hours) => start + (hours - 24) * 60 * minute);
  const columns = [at.map(() => 100), [], [], []];
  const slow = dayFromSamples("UTC", start, at, columns, minute);
  expect(addReading(slow, "UTC", { atMs: early, values: [1] }, minute).isStale).toBe(true);
  const single = dayFromSamples("UTC", start, [start], [[100], [null], [null], [null]], minute);
  expect(addReading(single, "UTC", { atMs: early, values: [1] }, 6 * 60 * minute).isStale).toBe(true);
});
