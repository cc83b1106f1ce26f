import { expect, test } from "vitest";

import { seriesFacts, tableRows } from "./series-facts.ts";

test("facts leave out what is missing or outside, and their sum is the one of the figures: less what was negative", () => {
  expect(seriesFacts([0, 1, 2, 3, 4], [9, 2, null, -1, 5], 1, 5)).toEqual({
    low: -1,
    high: 5,
    highAt: 4,
    last: 5,
    total: 6,
  });
});

test("a series without a value has no facts", () => {
  expect(seriesFacts([0, 1], [null, null], 0, 2)).toBeUndefined();
});

test("a table is thinned evenly to what a person can read", () => {
  const t = Array.from({ length: 1000 }, (_, index) => index);
  const { rows, step } = tableRows(t, { fromMs: 0, toMs: 1000 }, 200);
  expect(step).toBe(5);
  expect(rows).toHaveLength(200);
  expect(rows.slice(0, 3)).toEqual([0, 5, 10]);
  expect(tableRows([0, 1, 2], { fromMs: 1, toMs: 3 }, 200)).toEqual({ rows: [1, 2], step: 1 });
});

test("what happened has the row of its own values, however thin a table is", () => {
  const t = Array.from({ length: 1000 }, (_, index) => index);
  const happened = [-3, 7.5, 10, 998, 2_000];
  const { rows, step } = tableRows(t, { fromMs: 0, toMs: 1000 }, 200, happened);
  expect(rows.slice(0, 5)).toEqual([0, 5, 7, 10, 15]);
  expect(rows.slice(-2)).toEqual([995, 998]);
  expect([rows.length, step]).toEqual([202, 5]);
});
