import i18next from "i18next";
import { expect, test } from "vitest";

import english from "./import.en.json" with { type: "json" };
import { refusedFile, refusedWords } from "./refused-words.ts";

const texts = i18next.createInstance();
await texts.init({ lng: "en", resources: { en: { import: english } }, interpolation: { escapeValue: false } });
const t = texts.getFixedT("en", "import");

const file = { name: "old logger.CSV", kind: "csv" };
const refused = [
  { line: 4, column: "=1+1", code: "number" as const, message: "", cell: "much" },
  { line: 5, column: null, code: "width" as const, message: "", cell: null },
  // A spreadsheet drops what stands before the sign; a semicolon begins a cell in French ones.
  { line: 6, column: "\u200B=2+2", code: "number" as const, message: "", cell: "1;=HYPERLINK(0)" },
];

test("refused lines are a file that no spreadsheet runs as formulas, with letters that it reads", async () => {
  const { name, contents } = refusedFile(t, file, { end: "refused", refused });
  expect(name).toBe("old logger-refused.csv");
  expect(contents.type).toBe("text/csv;charset=utf-8");
  expect([...new Uint8Array(await contents.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await contents.text()).split("\r\n")).toEqual([
    "Line,Column,Reason",
    "4,'=1+1,“much” in “=1+1” is not a number or is outside what its metric allows.",
    "5,,It has a different number of cells from the first line.",
    "6,'\u200B=2+2,\"“1;'=HYPERLINK(0)” in “\u200B=2+2” is not a number or is outside what its metric allows.\"",
    "",
  ]);
});

test("the report of an import also has the instants at which another reading was stored", async () => {
  const conflictsAt = ["2026-06-01T07:00:00.000Z"];
  const { name, contents } = refusedFile(t, file, { end: "report", refused: [], conflictsAt });
  expect(name).toBe("old logger-report.csv");
  expect(await contents.text()).toContain(
    "\r\n,2026-06-01T07:00:00.000Z,Another reading is stored for this instant\r\n",
  );
});

test("a day without its time of day is said with its remedy", () => {
  const day = { line: 3, column: "Date", code: "day_alone" as const, message: "", cell: "20/11/2026" };
  expect(refusedWords(t, "csv", day)).toBe(
    "“20/11/2026” is a day without a time of day, and an earlier line has it too. Choose the column that has the time of day.",
  );
});

test("a day whose time of day is not filled in is said to lack it", () => {
  const lacking = { line: 3, column: "Time", code: "clock_missing" as const, message: "", cell: "20/11/2026" };
  expect(refusedWords(t, "csv", lacking)).toBe("“20/11/2026” has no time of day in “Time”.");
});
