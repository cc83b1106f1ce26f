import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { shiftMsOf } from "@offgrid/contract/recordings/recording.check";
import { splitCells } from "@offgrid/contract/recordings/csv.rows";
import { timeReader } from "@offgrid/contract/recordings/csv.time";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { repository } from "../../testing/repository.ts";
import type { Frame } from "../driver.ts";
import { type CsvFile, checkCsv, readCsvBatches, readCsvFrames } from "./csv.reader.ts";
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

/** The file as it would be read in 2026 by someone who decides nothing. */
function csvFile(used = mapping, path = file): CsvFile {
  return {
    path,
    mapping: used,
    options: { shiftMs: 0, ambiguity: "refuse" },
    limits: { nowMs: Date.UTC(2026, 0, 1), earliestMs: Date.UTC(2020, 0, 1), keptFromMs: 0 },
  };
}

async function framesOf(text: string, used = mapping): Promise<Frame[]> {
  writeFileSync(file, text);
  return all(readCsvFrames(csvFile(used)));
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
  expect(paris("2024-10-27 02:30")).toBe("repeated");
  expect(timeReader("iso", "Europe/Paris", "earlier")("2024-10-27 02:30")).toBe(Date.UTC(2024, 9, 27, 0, 30));
  expect(timeReader("iso", "Europe/Paris", "later")("2024-10-27 02:30")).toBe(Date.UTC(2024, 9, 27, 1, 30));
  expect(paris("2024-10-27 02:30+02:00")).toBe(Date.UTC(2024, 9, 27, 0, 30));
  expect(paris("2024-10-27 03:30")).toBe(Date.UTC(2024, 9, 27, 2, 30));
  for (const ambiguity of ["refuse", "earlier", "later"] as const)
    expect(timeReader("iso", "Europe/Paris", ambiguity)("2024-03-31 02:30")).toBe("skipped");
  expect(timeReader("iso", "America/New_York", "earlier")("2024-11-03 01:30")).toBe(Date.UTC(2024, 10, 3, 5, 30));
  expect(timeReader("epoch-s", "UTC")("1700000000")).toBe(1_700_000_000_000);
  expect(timeReader("iso", "UTC")("2024-01-01T00:00:00.250Z")).toBe(Date.UTC(2024, 0, 1) + 250);
  const american = timeReader("MM/dd/yyyy hh:mm a", "UTC");
  expect(american("02/28/2024 12:05 am")).toBe(Date.UTC(2024, 1, 28, 0, 5));
  expect(american("02/28/2024 12:05 PM")).toBe(Date.UTC(2024, 1, 28, 12, 5));
  for (const text of ["02/28/2024 13:05 PM", "02/28/2024 0:05 AM", "02/28/2024 12:05"])
    expect(american(text)).toBeUndefined();
  expect(timeReader("iso", "UTC")("2024-01-01 1:05:09 p.m.")).toBe(Date.UTC(2024, 0, 1, 13, 5, 9));
  for (const text of ["2024-02-30", "2024-01-01 24:61", "yesterday", ""])
    expect(timeReader("iso", "UTC")(text)).toBeUndefined();
});

test.each([
  ["when,load kW\n2024-01-01,1\n", 'meter.csv, line 1: has no column "battery"; its columns are "when", "load kW"'],
  ["when,load kW,battery\n2024-01-01,,\n", "meter.csv: has no reading"],
  ['when,load kW,battery\n2024-01-01,"1,500",\n', "meter.csv: numbers such as 1,234 may be decimals or thousands"],
  ["", "meter.csv: is empty"],
])("a file that cannot be used is refused with the place of the fault: %j", async (text, sentence) => {
  writeFileSync(file, text);
  await expect(checkCsv(csvFile())).rejects.toThrow(sentence);
});

test("all mistakes are named with line and column, the first twenty, and counted", async () => {
  const lines = ["2024-01-01,1", "1.1.24,1,2", "2024-01-02,1,n/a", '"2024-01-01,1,2', "2023-01-01,x,y"];
  writeFileSync(
    file,
    ["when,load kW,battery", ...lines, ...Array.from({ length: 30 }, () => "2024-01-03,z,1")].join("\n"),
  );
  const summary = await checkCsv(csvFile());
  expect(summary).toMatchObject({ isUsable: false, faultCount: 36, counts: { lines: 35, good: 0, wrong: 35 } });
  expect(summary.faults).toHaveLength(20);
  expect(summary.faults.slice(0, 6).map(({ line, column, message }) => [line, column, message.slice(0, 40)])).toEqual([
    [2, undefined, "has 2 cells where the first line has 3; "],
    [3, "when", '"1.1.24" is not a time of the format "is'],
    [4, "battery", '"n/a" in column "battery" is not a numbe'],
    [5, undefined, "has a quote that is not closed."],
    [6, "load kW", '"x" in column "load kW" is not a number;'],
    [6, "battery", '"y" in column "battery" is not a number;'],
  ]);
});

test("times before the earliest accepted one are counted, with the shift in weeks that moves them all", async () => {
  writeFileSync(file, "when,load kW,battery\n2016-01-03,1,2\n2016-01-02,1,2\n2024-01-01,1,2\n");
  const { options, limits, ...rest } = csvFile();
  const summary = await checkCsv({ ...rest, options, limits });
  expect(summary).toMatchObject({ isUsable: false, faultCount: 0, counts: { early: 2, good: 1 } });
  expect([summary.earlyFromMs, summary.earlyToMs]).toEqual([Date.UTC(2016, 0, 2), Date.UTC(2016, 0, 3)]);
  const weeks = summary.weeksLater(limits.earliestMs);
  const shiftMs = shiftMsOf(`${weeks}w`) as number;
  expect(shiftMs).toBe(weeks * 7 * 86_400_000);
  const moved = await checkCsv({ ...rest, limits, options: { ...options, shiftMs } });
  expect(moved.counts.early).toBe(0);
  expect(moved.faults).toMatchObject([{ line: 4, code: "impossible_time" }]);
  expect((await checkCsv({ ...rest, options, limits: { ...limits, earliestMs: 0 } })).isUsable).toBe(true);
  expect(["90m", "-2h", "+1d", "x", "1.5d", ""].map(shiftMsOf)).toEqual([
    5_400_000,
    -7_200_000,
    86_400_000,
    ...Array(3),
  ]);
});

test("a missing file, a wrong zone and a wrong mapping are named", async () => {
  await expect(checkCsv(csvFile(mapping, join(dir, "none.csv")))).rejects.toThrow("none.csv: there is no such file");
  writeFileSync(file, "when,load kW,battery\n");
  const nowhere = { ...mapping, time: { ...mapping.time, zone: "Mars/Base" } };
  await expect(checkCsv(csvFile(nowhere))).rejects.toThrow('The time zone "Mars/Base" does not exist');
  const shapeless = { ...mapping, time: { ...mapping.time, format: "HH:mm" } };
  await expect(checkCsv(csvFile(shapeless))).rejects.toThrow("needs yyyy, MM and dd");
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
  expect(await checkCsv(csvFile())).toMatchObject({
    counts: { lines: 5, good: 4, withoutReading: 1, wrong: 0, early: 0 },
    repeated: 1,
    firstMs: Date.UTC(2024, 0, 1),
    lastMs: Date.UTC(2024, 0, 1, 3),
    periodMs: 1_800_000,
  });
});

describe.skipIf(!existsSync(year))("the year of a house (skipped where ../shared/data is absent)", () => {
  test("every row with a reading is a frame, with the file's numbers and gaps", async () => {
    const shipped = await readMapping(join(repository, "docs/recordings/emhass.mapping.json"), CsvMapping);
    const summary = await checkCsv(csvFile(shipped, year));
    expect(summary).toMatchObject({ counts: { lines: 17_524 }, periodMs: 1_800_000, repeated: 0 });
    const frames = (await all(readCsvBatches(csvFile(shipped, year)))).flatMap((batch) => batch.frames);
    const rows = readFileSync(year, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    const kept = rows.filter(([, load, solar]) => load || solar);
    expect(frames).toHaveLength(kept.length);
    expect(summary.counts.good).toBe(kept.length);
    expect(frames.map(({ atMs }) => atMs)).toEqual(
      kept.map(([time]) => Date.parse((time as string).replace(" ", "T"))),
    );
    const cell = (text: string | undefined) => (text ? Number(text) : null);
    expect(frames.map(({ values }) => values)).toEqual(kept.map(([, load, solar]) => [cell(load), cell(solar)]));
  });
});
