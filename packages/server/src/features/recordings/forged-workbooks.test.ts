import { Refusal } from "@offgrid/contract/core/refusal";
import { unzipSync, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";

import { readImportFile } from "./import-file.ts";
import { MarkupMeter, sheetLimits } from "./markup-meter.ts";
import { faultOfXlsx } from "./xlsx-file.ts";

const sheet = "xl/worksheets/sheet1.xml";
const head =
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c t="str"><v>at</v></c></row>';

async function workbook(rows: (string | number | Date)[][]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: "Data", rows }] }));
}

/** A workbook with other rows than a program wrote. */
async function forged(rows: string): Promise<Buffer> {
  const parts = unzipSync(await workbook([["at"], [1]]));
  return Buffer.from(zipSync({ ...parts, [sheet]: Buffer.from(`${head}${rows}</sheetData></worksheet>`) }));
}

const faultOf = async (file: Buffer) =>
  readImportFile(file, 0).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.fields?.["file"] : error),
  );

test("a sheet that is packed as no program packs numbers is refused by its directory, before it is unpacked", async () => {
  for (const unit of ["<row/>", "<row><c/></row>", "<!---->", " "]) {
    const file = await forged(unit.repeat((8 * 1024 * 1024) / unit.length));
    expect(faultOfXlsx(file), unit).toBe("too_heavy");
    expect(await faultOf(file), unit).toBe("too_heavy");
  }
});

test("a long sheet of numbers that hardly change is read", async () => {
  const rows = Array.from({ length: 40_000 }, (_, row) => [new Date(1.78e12 + row * 60_000), 0, 0, 0, 0, 0, 0]);
  const file = await workbook([["at", "a", "b", "c", "d", "e", "f"], ...rows]);
  expect(unzipSync(file)[sheet]!.length).toBeGreaterThan(8 * 1024 * 1024);
  expect((await readImportFile(file, 0)).text.split("\n")).toHaveLength(40_001);
});

test("more rows and cells than a sheet has are found where they begin, also under a prefix, and what follows is not unpacked", async () => {
  const fault = (text: string) => new MarkupMeter().add(Buffer.from(text));
  const { rows, cellsOfRow, cells } = sheetLimits;
  for (const [row, cell] of [
    ["<row>", "<c/>"],
    ['<x:row r="1">', "<x:c />"],
    ["<row\n>", "<c></c>"],
  ] as const) {
    expect(fault(row.repeat(rows))).toBeUndefined();
    expect(fault(row.repeat(rows + 1))).toBe("too_many_rows");
    expect(fault(row + cell.repeat(cellsOfRow))).toBeUndefined();
    expect(fault(row + cell.repeat(cellsOfRow + 1))).toBe("too_many_columns");
    expect(fault((row + cell.repeat(1_000)).repeat(cells / 1_000) + cell)).toBe("too_heavy");
  }
  // Other parts of a sheet have names that begin as these do.
  expect(fault("<cols><col/></cols><rowBreaks/>".repeat(cellsOfRow + 1))).toBeUndefined();
  expect(await faultOf(await forged(`<row r="2">${"<c/>".repeat(cellsOfRow + 1)}</row>`))).toBe("too_many_columns");
});
