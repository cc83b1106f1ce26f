import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { splitCells } from "@offgrid/contract/recordings/csv.rows";
import { timeReader } from "@offgrid/contract/recordings/csv.time";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { repository } from "../../testing/repository.ts";
import type { Frame } from "../driver.ts";
import { checkCsv, readCsvBatches, readCsvFrames } from "./csv.reader.ts";
import { readMapping } from "./mapping-file.ts";

const year = join(repository, "../shared/data/emhass/long_train_data.csv");
let dir = "";
let file = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "csv-"));
  file = join(dir, "meter.csv");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const mapping = CsvMapping.parse({
  time: { column: "when" },
  columns: [
    { column: "load kW", metric: "load.power", multiply: 1000 },
    { column: "battery", metric: "battery.power", multiply: -1 },
  ],
});

async function all<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

async function framesOf(text: string, used = mapping): Promise<Frame[]> {
  writeFileSync(file, text);
  return all(readCsvFrames(file, used));
}

test("columns become metrics in their unit and sign, empty cells are null, empty rows are no frames", async () => {
  const text =
    "\uFEFFwhen,load kW,battery,other\r\n2024-02-28T21:00:00Z,1.5,-20,x\n2024-02-28 21:30:00+00:00,,7,\n2024-02-28 22:00:00Z,,,\n\n2024-02-28 23:00Z,0,,\n";
  expect(await framesOf(text)).toEqual([
    { atMs: Date.UTC(2024, 1, 28, 21), values: [1500, 20] },
    { atMs: Date.UTC(2024, 1, 28, 21, 30), values: [null, -7] },
    { atMs: Date.UTC(2024, 1, 28, 23), values: [0, null] },
  ]);
});

test("semicolons, decimal commas, custom words for missing values and quoted cells are read", async () => {
  const other = CsvMapping.parse({
    time: { column: "Zeit", format: "dd.MM.yyyy HH:mm", zone: "Europe/Paris" },
    separator: ";",
    decimal: ",",
    missing: ["-9999,9"],
    columns: [{ column: "P", metric: "solar.power" }],
  });
  expect(
    await framesOf('Zeit;P\n"01.07.2024 12:00";"3,5"\n01.01.2024 12:00;-9999,9\n01.01.2024 12:30;1e3\n', other),
  ).toEqual([
    { atMs: Date.UTC(2024, 6, 1, 10), values: [3.5] },
    { atMs: Date.UTC(2024, 0, 1, 11, 30), values: [1000] },
  ]);
  expect(splitCells('a,"b,""c""",d', ",")).toEqual(["a", 'b,"c"', "d"]);
});

test("times are read in every zone, also when clocks change", () => {
  const nepal = timeReader("iso", "Asia/Kathmandu");
  expect(nepal("2024-01-01 05:45")).toBe(Date.UTC(2024, 0, 1));
  expect(timeReader("yyyy/MM/dd HH:mm:ss", "-07:00")("2016/07/01 00:00:30")).toBe(Date.UTC(2016, 6, 1, 7, 0, 30));
  const paris = timeReader("iso", "Europe/Paris");
  expect(paris("2024-10-27 02:30")).toBe(Date.UTC(2024, 9, 27, 0, 30));
  expect(paris("2024-10-27 03:30")).toBe(Date.UTC(2024, 9, 27, 2, 30));
  expect(paris("2024-03-31 02:30")).toBe(Date.UTC(2024, 2, 31, 1, 30));
  expect(timeReader("iso", "America/New_York")("2024-11-03 01:30")).toBe(Date.UTC(2024, 10, 3, 5, 30));
  expect(timeReader("epoch-s", "UTC")("1700000000")).toBe(1_700_000_000_000);
  expect(timeReader("iso", "UTC")("2024-01-01T00:00:00.250Z")).toBe(Date.UTC(2024, 0, 1) + 250);
  for (const text of ["2024-02-30", "2024-01-01 24:61", "yesterday", ""])
    expect(timeReader("iso", "UTC")(text)).toBeUndefined();
});

test.each([
  ["when,load kW\n2024-01-01,1\n", 'meter.csv, line 1: has no column "battery"; its columns are "when", "load kW"'],
  ["when,load kW,battery\n2024-01-01,1\n", "meter.csv, line 2: has 2 cells where the first line has 3"],
  ["when,load kW,battery\n1.1.24,1,2\n", 'meter.csv, line 2: "1.1.24" is not a time'],
  [
    "when,load kW,battery\n2024-01-01,1,2\n2024-01-02,1,n/a\n",
    'meter.csv, line 3: "n/a" in column "battery" is not a number',
  ],
  ['when,load kW,battery\n"2024-01-01,1,2\n', "meter.csv, line 2: has a quote that is not closed"],
  ["when,load kW,battery\n2024-01-01,,\n", "meter.csv: has no reading"],
  ["", "meter.csv: is empty"],
])("a file that cannot be used is refused with the place of the fault: %j", async (text, sentence) => {
  writeFileSync(file, text);
  await expect(checkCsv(file, mapping)).rejects.toThrow(sentence);
});

test("a missing file, a wrong zone and a wrong mapping are named", async () => {
  await expect(checkCsv(join(dir, "none.csv"), mapping)).rejects.toThrow("none.csv: there is no such file");
  writeFileSync(file, "when,load kW,battery\n");
  const nowhere = { ...mapping, time: { ...mapping.time, zone: "Mars/Base" } };
  await expect(checkCsv(file, nowhere)).rejects.toThrow('The time zone "Mars/Base" does not exist');
  const shapeless = { ...mapping, time: { ...mapping.time, format: "HH:mm" } };
  await expect(checkCsv(file, shapeless)).rejects.toThrow("needs yyyy, MM and dd");
  writeFileSync(file, '{"time":{"column":"t"},"columns":[{"column":"x","metric":"Load"}]}');
  await expect(readMapping(file, CsvMapping)).rejects.toThrow("meter.csv: at columns.0.metric");
  writeFileSync(file, "{");
  await expect(readMapping(file, CsvMapping)).rejects.toThrow("meter.csv: is not JSON");
});

test("the check counts the rows before anything is sent", async () => {
  writeFileSync(
    file,
    "when,load kW,battery\n2024-01-01 00:00,1,1\n2024-01-01 00:30,1,1\n2024-01-01 00:30,2,2\n2024-01-01 01:00,,\n2024-01-01 03:00,1,1\n",
  );
  expect(await checkCsv(file, mapping)).toEqual({
    rows: 5,
    frames: 4,
    repeated: 1,
    firstMs: Date.UTC(2024, 0, 1),
    lastMs: Date.UTC(2024, 0, 1, 3),
    periodMs: 1_800_000,
  });
});

describe.skipIf(!existsSync(year))("the year of a house (skipped where ../shared/data is absent)", () => {
  test("every row with a reading is a frame, with the file's numbers and gaps", async () => {
    const shipped = await readMapping(join(repository, "docs/recordings/emhass.mapping.json"), CsvMapping);
    const summary = await checkCsv(year, shipped);
    expect(summary).toMatchObject({ rows: 17_524, periodMs: 1_800_000, repeated: 0 });
    const frames = (await all(readCsvBatches(year, shipped))).flatMap((batch) => batch.frames);
    const rows = readFileSync(year, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    const kept = rows.filter(([, load, solar]) => load || solar);
    expect(frames).toHaveLength(kept.length);
    expect(summary.frames).toBe(kept.length);
    expect(frames.map(({ atMs }) => atMs)).toEqual(
      kept.map(([time]) => Date.parse((time as string).replace(" ", "T"))),
    );
    const cell = (text: string | undefined) => (text ? Number(text) : null);
    expect(frames.map(({ values }) => values)).toEqual(kept.map(([, load, solar]) => [cell(load), cell(solar)]));
  });
});
