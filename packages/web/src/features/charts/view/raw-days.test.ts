import { expect, test } from "vitest";

import { daysForRaw } from "./raw-days.ts";

const day = 86_400_000;
const month = { from: 0, to: 30 * day };
const around = (fromDay: number, toDay: number) => daysForRaw(month, { fromMs: fromDay * day, toMs: toDay * day });

test("single readings of a long range are those of the two days around what is looked at, and within the range", () => {
  expect(around(10, 12)).toEqual({ fromMs: 10 * day, toMs: 12 * day });
  expect(around(10, 10.5)).toEqual({ fromMs: 9.25 * day, toMs: 11.25 * day });
  expect(around(5, 25)).toEqual({ fromMs: 14 * day, toMs: 16 * day });
  expect(around(0, 0.5)).toEqual({ fromMs: 0, toMs: 2 * day });
  expect(around(29.5, 30)).toEqual({ fromMs: 28 * day, toMs: 30 * day });
});

test("where all of it is looked at they are the last ones, and of two days all", () => {
  expect(daysForRaw(month, undefined)).toEqual({ fromMs: 28 * day, toMs: 30 * day });
  expect(daysForRaw({ from: 0, to: 2 * day }, undefined)).toBeUndefined();
});
