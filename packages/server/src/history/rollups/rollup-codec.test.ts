import fc from "fast-check";
import { expect, test } from "vitest";

import { emptyDay, quarterMs, quartersPerDay, summarise } from "../quarter-hours.ts";
import { packDay, unpackDay } from "./rollup-codec.ts";

const reading = fc.oneof(
  fc.constant(null),
  fc.constant(0),
  fc.integer({ min: -50_000, max: 50_000 }).map((tenths) => tenths / 10),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
);

test("a packed day is read back: everything exactly, sums and areas within the rounding of an addition", () => {
  const quarters = fc.uniqueArray(fc.nat(quartersPerDay - 1), { maxLength: 20 });
  fc.assert(
    fc.property(
      quarters,
      fc.array(fc.array(reading, { maxLength: 12 }), { minLength: 20, maxLength: 20 }),
      (places, all) => {
        const day = emptyDay();
        for (const [index, quarter] of places.entries()) {
          const values = all[index] ?? [];
          const atMs = values.map((_, place) => quarter * quarterMs + place * 60_000 + index);
          summarise(day, quarter, quarter * quarterMs, atMs, values);
        }
        const packed = packDay(day, true);
        const { sums, areas, ...exact } = unpackDay({ ...packed, counts: packed.counts as Buffer });
        const { sums: sumsBefore, areas: areasBefore, ...exactBefore } = day;
        // -0 is 0.
        for (const field of Object.keys(exact) as (keyof typeof exact)[]) {
          expect([...exact[field]].map((value) => value + 0)).toEqual(
            [...exactBefore[field]].map((value) => value + 0),
          );
        }
        for (const [found, before] of [
          [sums, sumsBefore],
          [areas, areasBefore],
        ] as const) {
          for (const [place, value] of before.entries()) {
            expect(Math.abs((found[place] as number) - value)).toBeLessThanOrEqual(1e-13 * Math.abs(value));
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("a day of readings every ten seconds takes less than a quarter of three bytes a reading", () => {
  const day = emptyDay();
  for (let quarter = 0; quarter < quartersPerDay; quarter++) {
    const startMs = quarter * quarterMs;
    const atMs = Array.from({ length: 90 }, (_, index) => startMs + index * 10_000);
    const values = atMs.map((at) => Math.round(15_000 * Math.sin(at / 1e7) + (at % 977)) / 10);
    summarise(day, quarter, startMs, atMs, values);
  }
  const bytes = Object.values(packDay(day, true)).reduce((sum, column) => sum + (column?.length ?? 0), 0);
  expect(bytes / (96 * 90)).toBeLessThan(0.75);
});
