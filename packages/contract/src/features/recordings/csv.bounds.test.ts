import { expect, test } from "vitest";

import { type CsvFault, CsvReader } from "./csv.rows.ts";
import { timeReader } from "./csv.time.ts";
import { guessMapping } from "./recording.guess.ts";

const mapping = {
  time: { column: "at", format: "epoch-ms", zone: "UTC" },
  missing: [],
  columns: [{ column: "load", metric: "load.power", multiply: 1 }],
};

function readerOf(names = "at,load"): CsvReader {
  const reader = new CsvReader(mapping, { separator: ",", decimal: "." }, "refuse");
  reader.read(names, 1);
  return reader;
}

test("a cell that is longer than any number is none, and takes no longer to be refused", () => {
  const line = readerOf().read(`1767225600000,${"1".repeat(1_000_000)}x`, 2);
  expect(line).toMatchObject({ faults: [{ code: "number", column: "load" }] });
});

test("a cell that its metric cannot have is named, and the line is not read", () => {
  expect(readerOf().read("1767225600000,1e308", 2)).toMatchObject({ faults: [{ code: "number", cell: "1e308" }] });
  expect(readerOf().read("1767225600000,1500", 2)).toMatchObject({ row: { values: [1_500] } });
});

test("a cell is shortened between characters", () => {
  const line = readerOf().read(`1767225600000,${"a".repeat(59)}😀tail`, 2);
  const [fault] = (line as { faults: CsvFault[] }).faults;
  expect(fault?.cell).toBe(`${"a".repeat(59)}…`);
});

test("where a column is missing, the first twenty that there are are named", () => {
  const names = Array.from({ length: 5_000 }, (_, place) => `c${place}`).join();
  expect(() => readerOf(names)).toThrow(/"c19" …\.$/);
});

test("a format of times in which a part stands twice is refused", () => {
  expect(() => timeReader(`yyyyMMdd${"ss".repeat(23)}`, "UTC")).toThrow(/has a part twice/);
});

test("columns with long names and cells are looked at in their beginnings", () => {
  const name = "battery ".repeat(10_000);
  const { mapping: guessed } = guessMapping([`at,${name}`, `2026-06-01 10:00,${"1,".repeat(50_000)}`], "UTC");
  expect(guessed.columns.every(({ column }) => column.length <= 256)).toBe(true);
});
