import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { dayMonthYear, distinctTitles, localClock } from "@offgrid/contract/charts/export.cells";
import { safeText } from "@offgrid/contract/core/csv-cells";
import { offsetMs } from "@offgrid/contract/core/zone-time";
import { exportFile } from "./export-file.ts";

const golden = new URL("./export.golden.csv", import.meta.url);

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

async function* parts() {
  yield {
    t: [Date.UTC(2026, 9, 24, 23, 30), Date.UTC(2026, 9, 25, 0, 30)],
    columns: [
      [-5, 1.5],
      [0, null],
      [1e-7, 2e21],
      [null, null],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ],
  };
  yield { t: [Date.UTC(2026, 9, 25, 1, 30)], columns: Array.from({ length: 10 }, () => [-0.25]) };
}
const titles = [
  "=1+1",
  "+A1",
  "-A1",
  "@SUM(A1)",
  "\t=1",
  "\0=1",
  "-5",
  'said "hi", twice',
  '=HYPERLINK("http://x","y")',
  "Énergie",
];

test("C8: cells that a spreadsheet would run begin with ', -5 stays a number, and the file equals the golden file", async () => {
  const { stream } = exportFile("csv", titles, { zone: "Europe/Paris", language: "en" }, { parts: parts() });
  expect(await textOf(stream)).toBe(readFileSync(golden, "utf8"));
});

test.each([
  ["=1", "'=1"],
  ["+1", "'+1"],
  ["-1+cmd", "'-1+cmd"],
  ["@x", "'@x"],
  ["\tx", "'\tx"],
  ["\r=x", "'\r'=x"],
  ["\0=x", "'=x"],
  ["  =x", "'  =x"],
  ["＝x", "'＝x"],
  [";=1+1", ";'=1+1"],
  ["Solar; =HYPERLINK(1)", "Solar; '=HYPERLINK(1)"],
  ['a;"=1"', `a;"'=1"`],
  ["a\t@x", "a\t'@x"],
  ["a|+x", "a|'+x"],
  ["a\r\n-x", "a\r\n'-x"],
  ["a\n-1+cmd", "a\n'-1+cmd"],
  ["=a;=b", "'=a;'=b"],
  ["from 5;-5", "from 5;-5"],
  ["Kayes; north - south", "Kayes; north - south"],
  ["-5", "-5"],
  ["-5.25", "-5.25"],
  ["Solar = good", "Solar = good"],
])("C8: %j becomes %j", (text, expected) => {
  expect(safeText(text)).toBe(expected);
});

test("local times are right on both sides of a clock change, also a change by half an hour", () => {
  const shown = (zone: string, ...at: number[]) =>
    at.map((atMs) => dayMonthYear(localClock((instantMs) => offsetMs(zone, instantMs))(atMs)));
  expect(shown("Europe/Paris", Date.UTC(2026, 9, 25, 0, 59, 59), Date.UTC(2026, 9, 25, 1))).toEqual([
    "25/10/2026 02:59:59",
    "25/10/2026 02:00:00",
  ]);
  expect(shown("Australia/Lord_Howe", Date.UTC(2026, 3, 4, 14, 59), Date.UTC(2026, 3, 4, 15))).toEqual([
    "05/04/2026 01:59:00",
    "05/04/2026 01:30:00",
  ]);
  expect(shown("Asia/Kathmandu", 0)).toEqual(["01/01/1970 05:30:00"]);
});

test("each title belongs to one column", () => {
  expect(distinctTitles(["Solar", "Solar", "Solar (2)", "Load"])).toEqual([
    "Solar",
    "Solar (2)",
    "Solar (2) (2)",
    "Load",
  ]);
});

test.each(["csv", "xlsx"] as const)(
  "others have their turn while the rows of a long %s file are written",
  async (format) => {
    const t = Array.from({ length: 20_000 }, (_, row) => Date.UTC(2026, 0, 1) + row * 10_000);
    async function* long() {
      yield { t, columns: [t.map((_, row) => row)] };
    }
    const { stream } = exportFile(format, ["Power (W)"], { zone: "UTC", language: "en" }, { parts: long() });
    let passes = 0;
    let isOver = false;
    const pass = () => {
      passes++;
      if (!isOver) setImmediate(pass);
    };
    setImmediate(pass);
    expect((await textOf(stream)).length).toBeGreaterThan(0);
    isOver = true;
    expect(passes).toBeGreaterThan(20);
  },
);
