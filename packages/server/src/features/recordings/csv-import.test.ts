import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { expect, test } from "vitest";

import type { HistoryText } from "./csv-import.ts";
import { goodRows } from "./file-work.ts";
import { framesOfDay, rowsByDay } from "./replace.ts";

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

async function* rowsOf(file: HistoryText) {
  yield* goodRows(file);
}

test("the rows of a correction stay as wide as the file until their day is written; the first of one time counts", async () => {
  const file = fileOf([
    `${start},1,5`,
    `${start + day},2,6`,
    `${start},3,`,
    `${start - 1},9,9`,
    `${start + 2 * day},9,9`,
  ]);
  const { byDay, ignored } = await rowsByDay({ rows: () => rowsOf(file) }, span);
  expect(ignored).toBe(2);
  expect([...byDay.values()].map((one) => one.map(({ values }) => values))).toEqual([
    [
      [1, 5],
      [3, null],
    ],
    [[2, 6]],
  ]);
  const [first = []] = byDay.values();
  const { frames, conflicts } = framesOfDay(first, { containerId: "wide", slots: [4] }, [4, 2]);
  expect(frames).toEqual([{ containerId: "wide", atMs: start, values: [null, null, null, 1] }]);
  expect(conflicts).toBe(1);
});
