import { gzipSync } from "node:zlib";

import { importTextLimitBytes } from "@offgrid/contract/recordings/import-limits";
import { Refusal } from "@offgrid/contract/core/refusal";
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";

import { countRows, firstLines, firstLinesOf, packed, readImportFile } from "./import-file.ts";
import { immediatesDuring } from "./recordings.fixture.ts";

const read = (text: string | Uint8Array, sheet = 0) => readImportFile(Buffer.from(text as string), sheet);
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.fields?.["file"] : error),
  );

test("text is read as UTF-8, UTF-16 or as Windows writes it, plain or packed", async () => {
  const csv = "Zeit;Öl\n2026-06-01;1,5\n";
  const latin = Buffer.from(csv, "latin1");
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv, "utf16le")]);
  for (const file of [Buffer.from(csv), latin, wide, gzipSync(csv)])
    expect(await readImportFile(file, 0)).toMatchObject({ kind: "csv", text: csv, lineShift: 0 });
});

test("objects of JSON become lines, nested names with dots; a line that is none stays to be named", async () => {
  const { kind, text, lineShift } = await read(
    '{"ts":1790000000000,"values":{"battery.soc":64,"door":true}}\n\nnot json\n{"ts":1790000060000,"note":"a, \\"b\\""}\n',
  );
  expect([kind, lineShift]).toEqual(["jsonl", -1]);
  expect(text.split("\n")).toEqual([
    "ts,values.battery.soc,values.door,note",
    "1790000000000,64,1,",
    "",
    ",,,,",
    '1790000060000,,,"a, ""b"""',
    "",
  ]);
  expect((await read('[{"at":"2026-06-01","load":5},{"at":"2026-06-02","load":null}]')).text).toBe(
    "at,load\n2026-06-01,5\n2026-06-02,",
  );
});

async function workbook(): Promise<Uint8Array> {
  return writeXlsx({
    sheets: [
      { name: "Notes", rows: [["read me"]] },
      {
        name: "Data",
        rows: [
          ["When", "PV (kW)", "On"],
          [new Date(Date.UTC(2026, 5, 1, 12, 15)), 1.25, true],
          [],
          [new Date(Date.UTC(2026, 5, 1, 12, 30, 1)), null, false],
        ],
      },
    ],
  });
}

test("a sheet of a workbook becomes lines with the numbers of its rows, and times without a zone", async () => {
  const file = await workbook();
  const { kind, text, sheets } = await read(file, 1);
  expect([kind, sheets]).toEqual(["xlsx", ["Notes", "Data"]]);
  expect(text.split("\n")).toEqual([
    "When,PV (kW),On",
    "2026-06-01T12:15:00.000,1.25,1",
    "",
    "2026-06-01T12:30:01.000,,0",
  ]);
  expect((await read(file)).text).toBe("read me");
});

test("what cannot be read is told apart", async () => {
  const file = Buffer.from(await workbook());
  expect(await faultOf(read(""))).toBe("empty");
  expect(await faultOf(read(new Uint8Array([0, 1, 2, 3, 4])))).toBe("not_text");
  expect(await faultOf(read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0])))).toBe("old_excel");
  expect(await faultOf(read("[1, 2]"))).toBe("not_json");
  expect(await faultOf(read(file.subarray(0, file.length / 2)))).toBe("broken");
  expect(await faultOf(read(new Uint8Array([0x1f, 0x8b, 8, 0, 0])))).toBe("broken");
  expect(await faultOf(read(`a\n${"1\n".repeat(1_000_002)}`))).toBe("too_many_rows");
  expect(await faultOf(read(JSON.stringify(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [n, n])))))).toBe(
    "too_many_columns",
  );
});

test("files that unpack to more than is read are refused before they are unpacked", async () => {
  expect(await faultOf(readImportFile(gzipSync(Buffer.alloc(importTextLimitBytes + 1, "1")), 0))).toBe("too_large");
  const file = Buffer.from(await workbook());
  // A workbook that says it is larger than the limit, and one that leaves it open.
  const entry = file.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const claim = (size: number) => {
    const changed = Buffer.from(file);
    changed.writeUInt32LE(size, entry + 24);
    return changed;
  };
  expect(await faultOf(readImportFile(claim(0xf0_00_00_00), 0))).toBe("too_large");
  expect(await faultOf(readImportFile(claim(0), 0))).toBe("too_large");
  // One that unpacks to more than it says is broken.
  expect(await faultOf(readImportFile(claim(5), 0))).toBe("broken");
});

test("the first lines are the same, however much of the packed file they take", async () => {
  const blank = " \n".repeat(30_000);
  for (const text of [
    `${blank}at,Öl\n1,2`,
    `at,Öl\n${"1,é\n".repeat(30_000)}`,
    "at,Öl\n1,2\n",
    "\n",
    "x".repeat(40_000),
  ])
    for (const count of [1, 2, 400])
      expect(await firstLinesOf(await packed(text), count)).toEqual(firstLines(text, count));
});

test("a file as large as may be leaves turns to other work, whatever its format", async () => {
  const objects = Array.from({ length: 9_000 }, (_, row) => `{"at":${row}}`);
  for (const text of [objects.join("\n"), `[${objects.join(",")}]`])
    expect(await immediatesDuring(read(text))).toBeGreaterThan(6);
  // Bytes count, not characters.
  const text = `\uFEFF{"a":"${"€".repeat(importTextLimitBytes / 2 - 100)}"}`;
  expect(await faultOf(readImportFile(Buffer.from(text, "utf16le"), 0))).toBe("too_large");
});

test("rows are counted without the names and empty lines, and the first lines begin with the names", () => {
  expect(countRows("\uFEFF\na,b\n\n1,2\r\n3,4")).toBe(2);
  expect(firstLines("\uFEFF\n\na,b\r\n1,2\n3,4", 2)).toEqual(["a,b", "1,2"]);
});
