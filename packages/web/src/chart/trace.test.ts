import fc from "fast-check";
import { expect, test } from "vitest";

import {
  eachCorner,
  BlockExtents,
  extentOf,
  groupLengthMs,
  indexAt,
  laidOver,
  nearestIndex,
  traceRuns,
} from "./trace.ts";

const whole = { first: 0, last: 4, columns: 100 };

test("a missing value breaks the line and is never bridged", () => {
  expect(traceRuns([0, 1, 2, 3, 4], [1, 2, Number.NaN, 3, 4], whole)).toEqual([
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

test("only the requested range is traced", () => {
  expect(traceRuns([0, 1, 2, 3, 4], [1, 1, 1, 1, 1], { first: 1, last: 3, columns: 9 })).toEqual([[1, 2, 3]]);
  expect(traceRuns([], [], { first: 0, last: -1, columns: 9 })).toEqual([]);
});

test("thinning keeps extremes and ends, rising order and at most four points to a column", () => {
  const columns = 20;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 200, maxLength: 600 }), (values) => {
      const t = values.map((_value, index) => index * 10);
      const last = values.length - 1;
      const [run] = traceRuns(t, values, { first: 0, last, columns });
      for (let column = 0; column <= columns; column++) {
        const inColumn = (index: number) => Math.floor(t[index]! / (t[last]! / columns)) === column;
        const all = values.filter((_value, index) => inColumn(index));
        const drawn = run!.filter(inColumn).map((index) => values[index]!);
        expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...all), Math.max(...all)]);
        expect(drawn.length).toBeLessThanOrEqual(4);
      }
      const kept = run!.map((index) => values[index]!);
      expect(run!.length).toBeLessThanOrEqual(4 * (columns + 1));
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

test("columns stay fixed while the view moves over them", () => {
  const t = Array.from({ length: 1_000 }, (_, index) => index);
  const values = t.map((index) => Math.sin(index * 1.7) * 100);
  const drawn = (first: number) => new Set(traceRuns(t, values, { first, last: first + 800, columns: 50 }).flat());
  const [one, other] = [drawn(0), drawn(5)];
  // Away from the edges the same points are drawn.
  const inside = (from: Set<number>) => [...from].filter((index) => index >= 32 && index < 784);
  expect(inside(one)).toEqual(inside(other));
  expect(inside(one).length).toBeGreaterThan(100);
});

test("the extent of a series leaves out missing values and those outside", () => {
  expect(extentOf([9, 3, Number.NaN, -4, 9], 1, 3)).toEqual([-4, 3]);
  expect(extentOf([Number.NaN, 5], 0, 0)).toBeUndefined();
});

test("the extent by blocks equals that of the single values, for any range", () => {
  const value = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -1_000, max: 1_000 }));
  const place = fc.nat({ max: 399 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 400, maxLength: 400 }), place, place, (values, one, other) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      expect(new BlockExtents(values).between(first, last)).toEqual(extentOf(values, first, last));
    }),
  );
  const silent = new BlockExtents(new Float64Array(300).fill(Number.NaN));
  expect([silent.between(0, 299), silent.between(5, 4)]).toEqual([undefined, undefined]);
});

test("a time finds the reading nearest to it", () => {
  expect([-9, 4, 5, 6, 99].map((at) => nearestIndex([0, 10], at))).toEqual([0, 0, 0, 1, 1]);
  expect(nearestIndex([], 5)).toBe(-1);
});

test("an earlier period is shifted to these times where it was measured close enough to them", () => {
  const earlier = { t: [0, 10, 20, 31], values: [1, 2, null, 4] };
  expect(laidOver([100, 110, 120, 130, 140], earlier, 100, 2)).toEqual([1, 2, null, 4, null]);
});

test("what is off or on goes straight up where it changes, and every other line slopes from value to value", () => {
  const values = [0, 1, 1, 0];
  const cornersOf = (isStepped: boolean) => {
    const corners: [atMs: number, value: number][] = [];
    eachCorner([0, 1, 2, 3], isStepped, (time, value) => corners.push([time, values[value]!]));
    return corners;
  };
  expect(cornersOf(true)).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 1],
    [3, 1],
    [3, 0],
  ]);
  expect(cornersOf(false)).toEqual([
    [1, 1],
    [2, 1],
    [3, 0],
  ]);
});
