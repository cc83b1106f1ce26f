import { expect, test } from "vitest";

import { latePoints, marksLate } from "./late-points.ts";

const hour = 3_600_000;
const t = Float64Array.from({ length: 6 }, (_, index) => index * hour);
const all = { fromMs: 0, toMs: 6 * hour };
const of = (values: number[] = [1, 1, 1, 1, 1, 1]) => ({ t, values, groupMs: hour });

test("a group that came late in part is marked, those before and after it are not", () => {
  expect(latePoints(of(), [[hour + 60_000, 2 * hour + 1]], all, 1)).toEqual([1, 2]);
  expect(latePoints(of(), [[hour, 2 * hour]], all, 1)).toEqual([1]);
});

test("what is not measured is not marked, nor is what is not seen", () => {
  expect(latePoints(of([1, NaN, 1, 1, 1, 1]), [[0, 3 * hour]], all, 1)).toEqual([0, 2]);
  expect(latePoints(of(), [[0, 6 * hour]], { fromMs: 2 * hour, toMs: 4 * hour }, 1)).toEqual([2, 3]);
});

test("marks keep their distance, also from one stretch to the next", () => {
  const stretches = [
    [0, 2 * hour],
    [2 * hour, 6 * hour],
  ] as const;
  expect(latePoints(of(), stretches, all, 3 * hour)).toEqual([0, 3]);
});

test("points of a line are marked where some came late, not where nearly all did, and those of bars never", () => {
  const line = { type: "line", values: [1, 1, null, 1, 1, 1] } as const;
  const times = [...t];
  expect(marksLate(line, times)).toBe(false);
  expect(marksLate({ ...line, late: [[0, 2 * hour]] }, times)).toBe(true);
  expect(marksLate({ ...line, late: [[0, 5 * hour]] }, times)).toBe(true);
  expect(marksLate({ ...line, late: [[0, 6 * hour]] }, times)).toBe(false);
  for (const type of ["bar", "stack_bar"] as const) {
    expect(marksLate({ ...line, type, late: [[0, 2 * hour]] }, times)).toBe(false);
  }
});
