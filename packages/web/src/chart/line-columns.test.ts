import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { lineColumns } from "./line-columns.ts";

const columnsOf = (points: readonly (readonly [number, number])[], count: number, runs = [[...points.keys()]]) =>
  lineColumns(
    runs,
    (index) => points[index]![0],
    (index) => points[index]![1],
    count,
  );

describe("the part of each pixel column that a line covers", () => {
  test("is, for a slope, as high as its rise in the column", () => {
    const { top, bottom, index } = columnsOf(
      [
        [0.5, 10],
        [3.5, 40],
      ],
      4,
    );
    expect([...top]).toEqual([10, 15, 25, 35]);
    expect([...bottom]).toEqual([15, 25, 35, 40]);
    expect([...index]).toEqual([0, 0, 0, 1]);
  });

  test("goes from the highest to the lowest point of the column, and joins the next column", () => {
    const { top, bottom } = columnsOf(
      [
        [0.1, 50],
        [0.4, 20],
        [0.6, 90],
        [1.6, 90],
      ],
      2,
    );
    expect([...top]).toEqual([20, 90]);
    expect([...bottom]).toEqual([90, 90]);
  });

  test("is empty between two runs, and leaves out what lies beyond the picture", () => {
    const points = [
      [-5_000, 0],
      [1.5, 10],
      [4.5, 30],
      [9_000, 30],
    ] as const;
    const { top } = columnsOf(points, 6, [
      [0, 1],
      [2, 3],
    ]);
    expect([...top].map((value) => !Number.isNaN(value))).toEqual([true, true, false, false, true, true]);
  });

  test.each([0, -37])("is nothing in a drawing with %i columns, which its axes leave no room", (count) => {
    const { top, bottom, index } = columnsOf(
      [
        [0, 10],
        [5, 20],
      ],
      count,
    );
    expect([top.length, bottom.length, index.length]).toEqual([0, 0, 0]);
  });

  test("is exactly that of the line itself, followed in small steps", () => {
    // Of a line that is all but upright a step that is off by the last bit of a number is off by all of its height.
    const coordinate = fc.integer({ min: 0, max: 20 * 64 }).map((sixtyFourths) => sixtyFourths / 64);
    const line = fc
      .array(fc.tuple(coordinate, fc.integer({ min: 0, max: 100 })), { minLength: 2, maxLength: 30 })
      .map((points) => points.toSorted(([one], [other]) => one - other));
    fc.assert(
      fc.property(line, (points) => {
        const { top, bottom } = columnsOf(points, 21);
        const least = new Map<number, number>();
        const most = new Map<number, number>();
        for (const [position, [x1, y1]] of points.entries()) {
          const [x0, y0] = points[position - 1] ?? [x1, y1];
          for (let step = 0; step <= 100; step++) {
            const column = Math.floor(x0 + ((x1 - x0) * step) / 100);
            const y = y0 + ((y1 - y0) * step) / 100;
            least.set(column, Math.min(least.get(column) ?? y, y));
            most.set(column, Math.max(most.get(column) ?? y, y));
          }
        }
        for (const [column, y] of least) {
          // Of a column that a step jumps over nothing is known; of a seen one the cover has all of it.
          expect(top[column]!).toBeLessThanOrEqual(y + 1e-9);
          expect(bottom[column]!).toBeGreaterThanOrEqual(most.get(column)! - 1e-9);
        }
        const all = points.map(([, y]) => y);
        for (const column of least.keys()) {
          expect(top[column]!).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
          expect(bottom[column]!).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
        }
      }),
    );
  });
});
