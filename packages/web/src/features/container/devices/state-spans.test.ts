import { expect, test } from "vitest";

import { readingSpans, stateSpans, stateTotals } from "./state-spans.ts";

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

const minuteMs = 60_000;
const minutes = (...at: number[]) => at.map((minute) => minute * minuteMs);

test("by single readings, what lasted less than a quarter hour is there, at its own time", () => {
  const t = Array.from({ length: 60 }, (_, index) => index * minuteMs);
  const values = t.map((_, index) => (index >= 16 && index < 24 ? 1 : 0));
  const spans = readingSpans({ t, values, everyMs: minuteMs }, { fromMs: 0, toMs: 60 * minuteMs });
  expect(spans.map((span) => [span.fromMs / minuteMs, span.toMs / minuteMs, span.value])).toEqual([
    [0, 16, 0],
    [16, 24, 1],
    [24, 60, 0],
  ]);
});

test("a step that is longer than readings are apart is a gap, before the first, between two and up to now", () => {
  const spans = readingSpans(
    { t: minutes(10, 11, 12, 13, 20, 21), values: [1, null, 1, 1, 1, 0], everyMs: minuteMs },
    { fromMs: 0, toMs: 30 * minuteMs },
  );
  expect(spans.map((span) => [span.fromMs / minuteMs, span.toMs / minuteMs, span.value])).toEqual([
    [0, 10, null],
    [10, 14, 1],
    [14, 20, null],
    [20, 21, 1],
    [21, 22, 0],
    [22, 30, null],
  ]);
});

test("older readings that are further apart are no gaps, and neither is the step to the closer ones", () => {
  const spans = readingSpans(
    { t: minutes(0, 10, 20, 30, 31, 32, 33, 50, 51, 52), values: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], everyMs: minuteMs },
    { fromMs: 0, toMs: 52 * minuteMs },
  );
  expect(spans.map((span) => [span.fromMs / minuteMs, span.toMs / minuteMs, span.value])).toEqual([
    [0, 34, 1],
    [34, 50, null],
    [50, 52, 1],
  ]);
});
