import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../core/time.ts";
import { nearHours, withFiner } from "./finer.ts";

beforeAll(timeReady);

const base = {
  t: [0, 10, 20, 30, 40],
  series: [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, null],
  ],
  zone: "UTC",
};

test("the part that is looked at has its single readings, and what is around it stays", () => {
  const finer = {
    t: [5, 12, 15, 18, 29, 35],
    series: [
      [0, 21, 22, null, 23, 0],
      [0, 71, 72, 73, 74, 0],
    ],
  };
  expect(withFiner(base, finer, { fromMs: 10, toMs: 30 })).toEqual({
    t: [0, 12, 15, 18, 29, 30, 40],
    series: [
      [1, 21, 22, null, 23, 4, 5],
      [6, 71, 72, 73, 74, 9, null],
    ],
    zone: "UTC",
  });
});

test("a part without readings, or at the end, leaves no old values in its place", () => {
  expect(withFiner(base, { t: [], series: [] }, { fromMs: 25, toMs: 99 }).t).toEqual([0, 10, 20]);
  expect(withFiner(base, { t: [50], series: [[7], [8]] }, { fromMs: 45, toMs: 99 }).t).toEqual([0, 10, 20, 30, 40, 50]);
});

test("a week is looked at by hours once two days or less of it are seen, and a day as it is", () => {
  const hour = 3_600_000;
  const week = { fromMs: Date.UTC(2026, 5, 8), toMs: Date.UTC(2026, 5, 15) };
  const noon = week.fromMs + 12 * hour;
  expect(nearHours(week, undefined, "UTC")).toBeUndefined();
  expect(nearHours(week, { fromMs: noon, toMs: noon + 72 * hour }, "UTC")).toBeUndefined();
  const near = nearHours(week, { fromMs: noon + 5, toMs: noon + 30 * hour + 5 }, "UTC");
  expect(near).toEqual({ fromMs: noon, toMs: noon + 31 * hour });
  const day = { fromMs: week.fromMs, toMs: week.fromMs + 24 * hour };
  expect(nearHours(day, { fromMs: noon, toMs: noon + hour }, "UTC")).toBeUndefined();
});
