import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { expect, test } from "vitest";

import type { HistoryText } from "./csv-import.ts";
import { inspect } from "./file-work.ts";
import { instantsOfDay, rowsByDay } from "./replace.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 5, 1);

function fileOf(rows: readonly string[]): HistoryText {
  const mapping = CsvMapping.parse({
    decimal: ".",
    time: { column: "at", format: "epoch-ms" },
    columns: [
      { column: "pv", metric: "solar.power" },
      { column: "load", metric: "load.power" },
    ],
  });
  return {
    mapping,
    text: ["at,pv,load", ...rows].join("\n"),
    options: { shiftMs: 0, ambiguity: "refuse" },
    limits: { nowMs: start + 9 * day, earliestMs: 0, keptFromMs: 0 },
  };
}

const span = { fromMs: start, toMs: start + 2 * day };

test("of the rows of a correction only the cells of its metrics are kept, by day", async () => {
  const rows = [
    { line: 2, atMs: start - 1, values: [1, 2] },
    { line: 3, atMs: start, values: [null, 1] },
    { line: 4, atMs: start, values: [3, 4] },
    { line: 5, atMs: start + day, values: [5, 6] },
  ];
  const history = {
    rows: async function* () {
      yield* rows;
    },
  };
  const { byDay, ignored } = await rowsByDay(history, span, [1]);
  expect(ignored).toBe(1);
  expect([...byDay.values()].map((found) => found.map(({ values }) => values))).toEqual([[[1], [4]], [[6]]]);
  const [first = []] = byDay.values();
  expect(await instantsOfDay(first)).toEqual({ instants: [{ atMs: start, values: [1] }], conflicts: 1 });
});

test("a correction with more than two rows a second in one day is refused", () => {
  const most = 2 * 86_400;
  const lines = Array.from({ length: most }, (_, row) => `${start + row * 500},,1`);
  const dense = fileOf([...lines, `${start + 1},,1`]);
  expect(inspect(fileOf(lines), { within: span }).readings).toEqual([
    { count: 0, firstMs: Infinity, lastMs: -Infinity },
    { count: most, firstMs: start, lastMs: start + day - 500 },
  ]);
  expect(() => inspect(dense, { within: span })).toThrow(expect.objectContaining({ fields: { file: "too_dense" } }));
});

test("others have their turn while the rows of a dense day are gone through", async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => ({ atMs: start + row * 1_000, values: [1] }));
  let passes = 0;
  let isOver = false;
  const pass = () => {
    passes++;
    if (!isOver) setImmediate(pass);
  };
  setImmediate(pass);
  const { instants } = await instantsOfDay(rows);
  isOver = true;
  expect(instants).toHaveLength(rows.length);
  expect(passes).toBeGreaterThan(1);
});
