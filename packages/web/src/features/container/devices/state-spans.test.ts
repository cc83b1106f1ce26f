import { expect, test } from "vitest";

import { stateSpans, stateTotals } from "./state-spans.ts";

const quarterMs = 900_000;
const t = [0, 1, 2, 3, 4].map((index) => index * quarterMs);

test("neighbours of one state are one stretch, gaps stay gaps, and nothing lies in the future", () => {
  const spans = stateSpans({ t, values: [0, 0, 1, null, 1], stepMs: quarterMs }, 4.5 * quarterMs);
  expect(spans).toEqual([
    { fromMs: 0, toMs: 2 * quarterMs, value: 0 },
    { fromMs: 2 * quarterMs, toMs: 3 * quarterMs, value: 1 },
    { fromMs: 3 * quarterMs, toMs: 4 * quarterMs, value: null },
    { fromMs: 4 * quarterMs, toMs: 4.5 * quarterMs, value: 1 },
  ]);
  expect(stateTotals(spans)).toEqual([
    { value: 0, lastedMs: 2 * quarterMs },
    { value: 1, lastedMs: 1.5 * quarterMs },
  ]);
});

test("a state that nobody measured has no stretch of its own", () => {
  expect(stateTotals(stateSpans({ t, values: [null, null, null, null, null], stepMs: quarterMs }, 1e9))).toEqual([]);
  expect(stateSpans({ t: [], values: [], stepMs: quarterMs }, 0)).toEqual([]);
});
