import fc from "fast-check";
import { expect, test } from "vitest";

import { oneRunOf, runsOf } from "./energy-runs.ts";
import { pointsOf } from "./energy-outline.ts";
import { countOf, dayMs, quartersPerDay, summariseDay } from "../quarter-hours.ts";

const firstDay = 20_000;
const dayCount = 3;

/** Readings of three days, one after the other, with steps of seconds up to hours. */
const readings = fc.array(
  fc.record({
    stepMs: fc.constantFrom(1, 10_000, 60_000, 170_000, 15 * 60_000, 50 * 60_000, 7 * 3_600_000),
    count: fc.integer({ min: 1, max: 400 }),
    values: fc.constantFrom("rising", "around zero", "zero", "falling"),
  }),
  { maxLength: 12 },
);

function daysOf(drawn: (typeof readings extends fc.Arbitrary<infer All> ? All : never) & readonly unknown[]) {
  const times: number[][] = Array.from({ length: dayCount }, () => []);
  const values: number[][] = Array.from({ length: dayCount }, () => []);
  let sinceStart = 0;
  for (const piece of drawn) {
    for (let index = 0; index < piece.count; index++) {
      sinceStart += piece.stepMs;
      const day = Math.floor(sinceStart / dayMs);
      if (day >= dayCount) break;
      times[day]?.push(firstDay * dayMs + sinceStart);
      const around = piece.values === "around zero" ? (index % 3) - 1 : 0;
      values[day]?.push(piece.values === "rising" ? index * 0.7 : piece.values === "falling" ? 900 - index : around);
    }
  }
  const days = times.map((atMs, index) => summariseDay(firstDay + index, atMs, values[index] ?? []));
  return new Map(days.flatMap((day, index) => (times[index]?.length ? [[firstDay + index, day] as const] : [])));
}

test("a stretch that is one run gets the same bits from the summaries of its days as from its quarter hours", () => {
  let runs = 0;
  fc.assert(
    fc.property(
      readings,
      fc.nat(dayCount * quartersPerDay - 2),
      fc.nat(dayCount * quartersPerDay),
      fc.constantFrom("power" as const, "meter" as const),
      fc.constantFrom(10_000, 60_000, 900_000),
      (drawn, start, length, kind, declaredMs) => {
        const days = daysOf(drawn);
        const from = firstDay * quartersPerDay + start;
        const to = Math.min((firstDay + dayCount) * quartersPerDay, from + 2 + length);
        const quarters = Array.from({ length: to - from }, (_, index) => {
          const number = from + index;
          const day = days.get(Math.floor(number / quartersPerDay));
          const quarter = number % quartersPerDay;
          const points = day ? pointsOf(day, quarter, number) : [];
          return { points, count: day ? countOf(day, quarter) : 0, isOpen: false };
        });
        const found = oneRunOf(days, from, to, declaredMs, kind);
        const wanted = runsOf(quarters, from, declaredMs, kind, false);
        const isOne = wanted.length <= 2 && wanted.every(({ inside }) => !inside || inside.part === "run");
        if (found) {
          runs++;
          expect(found).toEqual(wanted);
        } else expect(isOne && wanted.some(({ inside }) => inside)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
  expect(runs).toBeGreaterThan(50);
});
