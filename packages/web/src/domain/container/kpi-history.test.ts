import { expect, test } from "vitest";

import { changeOf, kpiHistory, quarterMs } from "./kpi-history.ts";

const now = Date.UTC(2026, 5, 10, 12, 20);
const last = Math.floor(now / quarterMs) * quarterMs;
const t = Array.from({ length: 100 }, (_, index) => last - (100 - index) * quarterMs);
const fresh = (value: number) => ({ value, isOld: false });

test("a figure is compared with the quarter hour of the same time yesterday, and drawn over 24 hours", () => {
  const { spark, yesterday } = kpiHistory(
    t,
    t.map((_, index) => index),
    now,
  );
  expect(spark).toHaveLength(96);
  // 12:15 to 12:30 of yesterday.
  expect(t[yesterday ?? 0]).toBe(last - 96 * quarterMs);
});

test("without a value at that time there is nothing to compare with, and without any there is nothing to draw", () => {
  expect(
    kpiHistory(
      t,
      t.map((_, index) => (index === 4 ? null : 1)),
      now,
    ).yesterday,
  ).toBeUndefined();
  expect(
    kpiHistory(
      t,
      t.map(() => null),
      now,
    ),
  ).toEqual({ spark: undefined, yesterday: undefined });
  expect(kpiHistory([], [], now)).toEqual({ spark: undefined, yesterday: undefined });
});

test("a change is a share of yesterday's figure, or points of charge, or left out where it would mean nothing", () => {
  expect(changeOf("solar.power", fresh(1_500), 1_000)).toBe(50);
  expect(changeOf("battery.soc", fresh(60), 75)).toBe(-15);
  expect(changeOf("battery.power", fresh(500), 400)).toBeUndefined();
  expect(changeOf("solar.power", fresh(800), 49)).toBeUndefined();
  expect(changeOf("solar.power", fresh(800), undefined)).toBeUndefined();
  expect(changeOf("load.power", { ...fresh(0), areLoadsCut: true }, 100)).toBeUndefined();
  expect(changeOf("load.power", fresh(50), 100)).toBe(-50);
  expect(changeOf("battery.soc", { value: 21, isOld: true }, 67)).toBeUndefined();
});
