import fc from "fast-check";
import { expect, test } from "vitest";

import { neighbourDays, type YieldDays } from "./neighbour-days.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstDay = 20_500;

/** Sun from 6 to 18 h, highest at noon, times a share that may differ from hour to hour. */
function yields(days: number, share: (hour: number, day: number) => number | null = () => 1): YieldDays {
  return new Map(
    Array.from({ length: days }, (_, day) => [
      firstDay + day,
      Array.from({ length: 24 }, (_, hour) => {
        const part = share(hour, day);
        return part === null ? null : part * Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
      }),
    ]),
  );
}
const percents = (own: YieldDays, others: readonly YieldDays[], zone = "UTC") =>
  neighbourDays(own, others, zone).map(({ percent }) => Math.round(percent));
const five = (days: number) => Array.from({ length: 5 }, () => yields(days));

test("panels are compared with the median of five neighbours or more, and with nobody where there are fewer", () => {
  expect(
    percents(
      yields(2, () => 0.7),
      five(2),
    ),
  ).toEqual([70, 70]);
  // One neighbour that is broken, and one that is too good, say nothing.
  const odd = [yields(2, () => 0.1), yields(2, () => 3), ...five(2)];
  expect(
    percents(
      yields(2, () => 0.7),
      odd,
    ),
  ).toEqual([70, 70]);
  expect(percents(yields(2), five(2).slice(1))).toEqual([]);
});

test("hours in which a battery was full say nothing, and a day that was mostly so, dark or unread does not count", () => {
  const fullFrom = (from: number) => yields(1, (hour) => (hour >= from ? null : 0.8));
  expect(percents(fullFrom(13), five(1))).toEqual([80]);
  expect(percents(fullFrom(10), five(1))).toEqual([]);
  // Where the neighbours are full too, what is left of the day is what there is.
  const others = Array.from({ length: 5 }, () => yields(1, (hour) => (hour >= 11 ? null : 1)));
  expect(percents(fullFrom(11), others)).toEqual([80]);
  const dark = Array.from({ length: 5 }, () => yields(1, () => 0.05));
  expect(
    percents(
      yields(1, () => 0.01),
      dark,
    ),
  ).toEqual([]);
  expect(
    percents(
      yields(1, () => 0),
      five(1),
    ),
  ).toEqual([0]);
});

test("days are those of the place, and only whole ones", () => {
  const found = neighbourDays(yields(3), five(3), "Asia/Tokyo");
  expect(found.map(({ startMs, endMs }) => [startMs / dayMs - firstDay, endMs / dayMs - firstDay])).toEqual([
    [15 / 24, 39 / 24],
    [39 / 24, 63 / 24],
  ]);
});

test("clouds that all have, and more neighbours that are alike, change nothing", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 24, maxLength: 24 }),
      fc.double({ min: 0, max: 1.5, noNaN: true }),
      fc.integer({ min: 5, max: 30 }),
      (clouds, share, count) => {
        const others = Array.from({ length: count }, () => yields(1, (hour) => clouds[hour] ?? 1));
        const own = yields(1, (hour) => share * (clouds[hour] ?? 1));
        const [day] = neighbourDays(own, others, "UTC");
        expect(day?.percent).toBeCloseTo(100 * share, 6);
      },
    ),
  );
});
