import { expect, test } from "vitest";

import { settleRefusal } from "./refusal.ts";

const metrics = ["a", "b"];
const frames = [1, 2, 3].map((atMs) => ({ atMs, values: [atMs, atMs * 10] }));

test.each([undefined, []])("a refusal without places concerns the whole message", (bad) => {
  const { kept, letters, refusedFrames } = settleRefusal(metrics, frames, "schema", bad);
  expect(kept).toEqual([]);
  expect(refusedFrames).toBe(3);
  expect(letters[2]).toEqual({ error: "schema", atMs: 3, values: { a: 3, b: 30 } });
});

test("cells, rows and columns are refused one by one", () => {
  const { kept, letters, refusedFrames } = settleRefusal(metrics, frames, "points", [
    [0, 0],
    [1, -1],
  ]);
  expect(kept).toEqual([
    { atMs: 1, values: [null, 10] },
    { atMs: 3, values: [3, 30] },
  ]);
  expect(letters.map(({ atMs, values }) => [atMs, values])).toEqual([
    [1, { a: 1 }],
    [2, { a: 2, b: 20 }],
  ]);
  expect(refusedFrames).toBe(1);
  const column = settleRefusal(metrics, frames, "cap", [[-1, 1]]);
  expect(column.kept.map(({ values }) => values)).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  expect(column.letters.map(({ values }) => values)).toEqual([{ b: 10 }, { b: 20 }, { b: 30 }]);
});
