import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { expect, test } from "vitest";

import { type HistoryFile, dialectOf, judgedLines, linesPerTurn } from "./csv-import.ts";
import { inspect } from "./inspect.ts";
import { immediatesDuring } from "./recordings.fixture.ts";
import { framesOfDay, rowsByDay } from "./replace.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 5, 1);

function fileOf(rows: readonly string[], written: { decimal?: "." } = { decimal: "." }): HistoryFile {
  const mapping = CsvMapping.parse({
    ...written,
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

const rows = Array.from({ length: 5 * linesPerTurn }, (_, row) => `${start + row * 1_000},${row},`);
const long = fileOf(rows);
const span = { fromMs: start, toMs: start + 2 * day };

async function readAll(file: HistoryFile, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for await (const judged of judgedLines(file, signal)) if (judged.kind === "good") count++;
  return count;
}

test("whoever reads a long file leaves turns to other work, also where only its way of writing is looked for", async () => {
  const unclear = fileOf(rows, {});
  for (const work of [() => readAll(long), () => inspect(long), () => rowsByDay(long, span), () => dialectOf(unclear)])
    expect(await immediatesDuring(work())).toBeGreaterThanOrEqual(4);
  expect(await readAll(long)).toBe(5 * linesPerTurn);
  const empty = fileOf(Array.from({ length: 5 * linesPerTurn }, () => ""));
  expect(await immediatesDuring(readAll(empty))).toBeGreaterThanOrEqual(4);
});

test("a file that nobody wants any more is not read to its end", async () => {
  const control = new AbortController();
  control.abort();
  for (const work of [readAll(long, control.signal), inspect(long, 1, control.signal)])
    await expect(work).rejects.toThrow(/abort/i);
});

test("the rows of a correction stay as wide as the file until their day is written; the first of one time counts", async () => {
  const file = fileOf([
    `${start},1,5`,
    `${start + day},2,6`,
    `${start},3,`,
    `${start - 1},9,9`,
    `${start + 2 * day},9,9`,
  ]);
  const { byDay, ignored } = await rowsByDay(file, span);
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
