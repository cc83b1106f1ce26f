import fc from "fast-check";
import { framesPerMessage, metricsPerContainer } from "@offgrid/contract/core/constants";
import { FrameColumns } from "@offgrid/contract/telemetry/telemetry.schema";
import { expect, test } from "vitest";

import { checkColumns, isFrameColumns, readFrameMessage } from "./frame-message.ts";
import { mergeValues } from "../../history/tiers/frame-merge.ts";

const now = Date.UTC(2026, 5, 1);

test("every cell is stored as it is, read as null, or named as bad", () => {
  const cell = fc.oneof(
    fc.double(),
    fc.constantFrom(null, true, "12", "", [], {}, undefined, Number.NaN, Infinity, -0, 2 ** 53 + 1),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (v) => {
      const { rows, bad } = checkColumns(
        ["a", "b"],
        v.map((_, row) => now + row),
        v,
        now,
      );
      const isBad = new Set(bad.map(([row, column]) => `${row} ${column}`));
      for (const [row, cells] of v.entries()) {
        for (const [column, given] of cells.entries()) {
          const stored = rows[row]?.values[column];
          if (isBad.has(`${row} ${column}`)) expect(stored).toBe(null);
          else if (given === null) expect(stored).toBe(null);
          else expect(stored).toBe((given as number) + 0);
        }
      }
      expect(rows.flatMap(({ values }) => values).every((value) => value === null || Number.isFinite(value))).toBe(
        true,
      );
    }),
  );
});

test("rows without a time, times without a row and rows of another length are refused alone", () => {
  const { rows, bad } = checkColumns(["a"], [now, now + 1, now + 2], [[1], [1, 2]], now);
  expect(rows.map(({ atMs }) => atMs)).toEqual([now]);
  expect(bad).toEqual([
    [1, -1],
    [2, -1],
  ]);
});

test("a value beyond what its metric can be is refused alone", () => {
  const { rows, bad } = checkColumns(["battery.soc", "load.power", "door.open"], [now], [[1e308, 1_200, -1e308]], now);
  expect(rows).toMatchObject([{ values: [null, 1_200, null] }]);
  expect(bad).toEqual([
    [0, 0],
    [0, 2],
  ]);
});

test("a column whose name cannot be is refused as a whole", () => {
  expect(checkColumns(["battery.soc", "Bad Name"], [now], [[1, 2]], now)).toMatchObject({
    bad: [[-1, 1]],
    rows: [{ values: [1, null] }],
  });
});

test("the quick check of a message agrees with the schema", () => {
  const odd = fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    "",
    "b",
    1,
    -1,
    0.5,
    -0,
    2 ** 53,
    Number.NaN,
    [],
    {},
    [1],
    ["a"],
  );
  const word = (longest: number) => fc.integer({ min: 0, max: longest + 1 }).map((length) => "é".repeat(length));
  const rows = fc
    .constantFrom(0, 1, framesPerMessage, framesPerMessage + 1)
    .map((length) => Array.from({ length }, () => 0));
  const list = fc.oneof(
    fc.array(word(64), { maxLength: 3 }),
    fc.constantFrom(metricsPerContainer, metricsPerContainer + 1).map((length) => Array.from({ length }, () => "a")),
  );
  const mostly = <T>(good: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: odd });
  const message = fc.record(
    {
      boot: mostly(word(32)),
      seq: mostly(fc.nat()),
      mv: mostly(fc.nat()),
      m: mostly(list),
      t: mostly(rows),
      v: mostly(rows),
      other: odd,
    },
    { requiredKeys: ["boot", "seq", "t", "v"] },
  );
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: message }, { weight: 1, arbitrary: odd }), (value) => {
      expect(isFrameColumns(value)).toBe(FrameColumns.safeParse(value).success);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  [undefined],
  [null],
  [5],
  [[]],
  [{}],
  [{ boot: "b", seq: 1, t: [1], v: [[1]] }],
  [{ boot: "b", seq: -1, mv: 1, t: [1], v: [[1]] }],
  [[{ ts: 1 }]],
])("%j is not a message of frames", (value) => {
  expect(readFrameMessage(value)).toBeUndefined();
});

test("merging fills, never changes, and is the same for a frame sent twice", () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }), { maxLength: 8 });
  fc.assert(
    fc.property(values, values, (stored, incoming) => {
      const once = mergeValues(stored, incoming);
      expect(mergeValues(once.values, incoming)).toEqual({
        values: once.values,
        isFilled: false,
        conflicts: once.conflicts,
      });
      for (const [slot, value] of stored.entries()) if (value !== null) expect(once.values[slot]).toBe(value);
      for (const [slot, value] of incoming.entries())
        if ((stored[slot] ?? null) === null) expect(once.values[slot]).toBe(value);
    }),
  );
});
