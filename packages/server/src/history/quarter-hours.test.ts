import fc from "fast-check";
import { expect, test } from "vitest";

import { emptyDay, quarterMs, setSwitchAreas, summarise } from "./quarter-hours.ts";

const readings = fc.uniqueArray(fc.integer({ min: 0, max: quarterMs - 1 }), { minLength: 2, maxLength: 40 });

test("the areas of a switch that changes at most once in a quarter hour are those of its readings", () => {
  const changes = fc.record({ at: readings, changed: fc.nat(40), start: fc.constantFrom(0, 1) });
  fc.assert(
    fc.property(changes, ({ at, changed, start }) => {
      const atMs = at.toSorted((one, other) => one - other);
      const day = emptyDay();
      summarise(
        day,
        7,
        0,
        atMs,
        atMs.map((_, index) => (index < changed ? start : 1 - start)),
      );
      const without = { ...day, areas: emptyDay().areas };
      setSwitchAreas(without);
      expect(without.areas).toEqual(day.areas);
    }),
  );
});

test("one that changes more often was on for the share of its readings", () => {
  const atMs = Array.from({ length: 90 }, (_, index) => index * 10_000);
  const day = emptyDay();
  summarise(
    day,
    7,
    0,
    atMs,
    atMs.map((_, index) => (index % 30 < 10 ? 0 : 1)),
  );
  const exact = day.areas[7] as number;
  setSwitchAreas(day);
  expect(Math.abs((day.areas[7] as number) / exact - 1)).toBeLessThan(0.02);
});
