import { expect, test } from "vitest";

import { nextReadings, withReadings } from "./new-readings.ts";

const hourMs = 3_600_000;
const known = { t: [0, hourMs, 2 * hourMs], series: [[1, 0, null]], zone: "UTC" };

test("after the first fetch only what came since the last reading is asked for, and joins the others", () => {
  expect(nextReadings(known)).toEqual({ from: 2 * hourMs + 1, to: 26 * hourMs });
  expect(withReadings(known, { t: [3 * hourMs], series: [[1]] })).toEqual({
    t: [0, hourMs, 2 * hourMs, 3 * hourMs],
    series: [[1, 0, null, 1]],
    zone: "UTC",
  });
  expect(withReadings(known, { t: [], series: [[]] })).toBe(known);
});

test("readings older than a day before the newest one leave, and without any the whole day is asked for", () => {
  const later = withReadings(known, { t: [25 * hourMs, 25.5 * hourMs], series: [[1, 0]] });
  expect(later.t).toEqual([2 * hourMs, 25 * hourMs, 25.5 * hourMs]);
  expect(later.series).toEqual([[null, 1, 0]]);
  expect(nextReadings({ t: [], series: [[]] })).toBeUndefined();
});
