import fc from "fast-check";
import { expect, test } from "vitest";

import { answerJson } from "./answer-json.ts";

const cell = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.integer({ min: 0, max: 2 ** 53 - 1 }),
  // What equipment sends: some decimals of a whole number.
  fc.tuple(fc.integer(), fc.constantFrom(10, 100, 1_000, 10_000)).map(([whole, scale]) => whole / scale),
  fc.tuple(fc.maxSafeInteger(), fc.constantFrom(10, 100, 1_000)).map(([whole, scale]) => whole / scale),
  fc.integer({ min: 999_999_990, max: 1_000_000_010 }),
  fc.integer({ min: 1_600_000_000_000, max: 1_600_000_002_000 }),
  fc.constantFrom(
    null,
    -0,
    0,
    1e15,
    999_999_999_999_999,
    1e9,
    1e21,
    0.1 + 0.2,
    1.005,
    -0.5,
    0.001,
    1e-7,
    5e-324,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
);

test("the text of an answer is what JSON.stringify gives", () => {
  const answer = fc.record({
    data: fc.record(
      {
        t: fc.array(cell),
        frozen: fc.array(cell).map((column) => Object.freeze(column)),
        series: fc.array(fc.array(cell)),
        long: fc.array(fc.double(), { maxLength: 300, size: "max" }),
        coverage: fc.array(fc.option(fc.oneof(cell, fc.string(), fc.array(fc.string())))),
        list: fc.array(fc.record({ name: fc.string(), at: fc.date({ noInvalidDate: true }), sign: cell })),
        rows: fc.array(
          fc
            .record({
              name: fc.string(),
              at: fc.date({ noInvalidDate: true }),
              deep: fc.option(fc.anything({ maxDepth: 1, withBigInt: false })),
            })
            .chain((row) => fc.boolean().map((isFrozen) => (isFrozen ? Object.freeze(row) : row))),
        ),
        zone: fc.option(fc.string(), { nil: undefined }),
        at: fc.date({ noInvalidDate: true }),
        deep: fc.anything({ maxDepth: 3, withBigInt: false }),
      },
      { requiredKeys: [] },
    ),
  });
  fc.assert(
    fc.property(answer, (value) => {
      expect(answerJson(value).toString()).toBe(JSON.stringify(value));
      // Once more, from what is kept for frozen columns and rows.
      expect(answerJson(value).toString()).toBe(JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});

test("columns of the longest numbers there are keep all of their digits", () => {
  for (const longest of [-1.2345678901234567e-6, -2.2250738585072014e-308, -123456789012345680000]) {
    const column = [longest, longest, longest];
    expect(answerJson({ column }).toString()).toBe(JSON.stringify({ column }));
  }
});
