import fc from "fast-check";
import { expect, test } from "vitest";

import { groupLengthMs, indexAt, traceRuns } from "./trace.ts";

const whole = { first: 0, last: 4, columns: 100 };

test("a missing value breaks the line and is never bridged", () => {
  expect(traceRuns([0, 1, 2, 3, 4], [1, 2, null, 3, 4], whole)).toEqual([
    [0, 1],
    [3, 4],
  ]);
});

test("a silence longer than the gap breaks the line, a shorter one does not", () => {
  const t = [0, 10, 20, 60, 70];
  expect(traceRuns(t, [1, 1, 1, 1, 1], { ...whole, gapMs: 30 })).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
  expect(traceRuns(t, [1, 1, 1, 1, 1], { ...whole, gapMs: 40 })).toHaveLength(1);
});

test("only what is asked for is traced", () => {
  expect(traceRuns([0, 1, 2, 3, 4], [1, 1, 1, 1, 1], { first: 1, last: 3, columns: 9 })).toEqual([[1, 2, 3]]);
  expect(traceRuns([], [], { first: 0, last: -1, columns: 9 })).toEqual([]);
});

test("thinning keeps extremes and ends, rising order and at most four points to a column", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 200, maxLength: 600 }), (values) => {
      const t = values.map((_value, index) => index * 10);
      const last = values.length - 1;
      const [run] = traceRuns(t, values, { first: 0, last, columns: 20 });
      const kept = run!.map((index) => values[index]!);
      expect(run!.length).toBeLessThanOrEqual(4 * 21);
      expect([run![0], run!.at(-1)]).toEqual([0, last]);
      expect(run).toEqual(run!.toSorted((a, b) => a - b));
      expect(Math.max(...kept)).toBe(Math.max(...values));
      expect(Math.min(...kept)).toBe(Math.min(...values));
    }),
  );
});

test("the length of a group is the shortest step, so that a missing group does not widen the bars", () => {
  expect(groupLengthMs([0, 60, 180], 5)).toBe(60);
  expect(groupLengthMs([0], 5)).toBe(5);
});

test("a time finds the group that it lies in", () => {
  expect([-1, 0, 59, 60, 500].map((at) => indexAt([0, 60, 120], at))).toEqual([-1, 0, 0, 1, 2]);
});
