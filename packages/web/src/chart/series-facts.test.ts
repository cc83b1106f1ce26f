import { expect, test } from "vitest";

import { seriesFacts, tableRows } from "./series-facts.ts";

test("facts leave out what is missing or outside, and negatives from the sum", () => {
  expect(seriesFacts([0, 1, 2, 3, 4], [9, 2, null, -1, 5], 1, 5)).toEqual({
    low: -1,
    high: 5,
    highAt: 4,
    last: 5,
    total: 7,
  });
});

test("a series without a value has no facts", () => {
  expect(seriesFacts([0, 1], [null, null], 0, 2)).toBeUndefined();
});

test("a table is thinned evenly to what a person can read", () => {
  const t = Array.from({ length: 1000 }, (_, index) => index);
  const rows = tableRows(t, 0, 1000, 200);
  expect(rows).toHaveLength(200);
  expect(rows.slice(0, 3)).toEqual([0, 5, 10]);
  expect(tableRows([0, 1, 2], 1, 3, 200)).toEqual([1, 2]);
});
