import { deflateRawSync, gzipSync, inflateRawSync } from "node:zlib";

import { importTextLimitBytes } from "@offgrid/contract/recordings/import-limits";
import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { Refusal } from "@offgrid/contract/core/refusal";
import { writeXlsx } from "hucre/xlsx";
import { expect, test, vi } from "vitest";

import { FileWork } from "./file-work.ts";
import { countRows, firstLines, firstLinesOf, packed, readImportFile } from "./import-file.ts";
import { faultOfXlsx } from "./xlsx-file.ts";

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

const directoryEntry = (file: Buffer, name: string) => {
  const signature = Buffer.from([0x50, 0x4b, 1, 2]);
  for (let place = file.indexOf(signature); place >= 0; place = file.indexOf(signature, place + 4))
    if (file.toString("latin1", place + 46, place + 46 + file.readUInt16LE(place + 28)) === name) return place;
  throw new Error(`no ${name} in the archive`);
};

test("the directory that is looked at is the one that the reader takes, and all parts but sheets are small", async () => {
  const file = Buffer.from(await workbook());
  const end = file.length - 22;
  const changed = (change: (bytes: Buffer) => void, comment = Buffer.alloc(0)) => {
    const bytes = Buffer.concat([file, comment]);
    bytes.writeUInt16LE(comment.length, end + 20);
    change(bytes);
    return faultOf(readImportFile(bytes, 0));
  };
  const tooLarge = (bytes: Buffer) =>
    bytes.writeUInt32LE(0xf0_00_00_00, directoryEntry(file, "xl/worksheets/sheet1.xml") + 24);
  const commentWithEnd = Buffer.from("PK\u0005\u0006", "latin1");
  expect(await changed(() => undefined, commentWithEnd)).toBeUndefined();
  expect(await changed(tooLarge, commentWithEnd)).toBe("too_large");
  // An end within the comment that the reader takes for the end, but that is not whole.
  expect(await changed(tooLarge, Buffer.concat([commentWithEnd, Buffer.alloc(18, 1)]))).toBe("broken");
  const pointsElsewhere = (bytes: Buffer) => {
    bytes.writeUInt16LE(0, end + 10);
    bytes.writeUInt32LE(0xff_ff_ff_ff, end + 12);
  };
  expect(await changed(pointsElsewhere)).toBe("too_large");
  const size = (name: string) => (bytes: Buffer) =>
    bytes.writeUInt32LE(9 * 1024 * 1024, directoryEntry(file, name) + 24);
  expect(await changed(size("xl/sharedStrings.xml"))).toBe("too_large");
  expect(await changed(size("xl/worksheets/sheet1.xml"))).toBe("too_heavy");
});

/** An archive of one part, as far as it is looked at before it is read. */
function archiveOf(name: string, text: string): Buffer {
  const isPacked = text.length > 200;
  const data = isPacked ? deflateRawSync(text) : Buffer.from(text);
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02_01_4b_50, 0);
  entry.writeUInt16LE(isPacked ? 8 : 0, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(text.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + data.length, 16);
  return Buffer.concat([local, data, entry, end]);
}

test("a sheet that is said to be another part is refused before any sheet is unpacked", () => {
  const faultWith = (type: string, target: string, about = "", name = "xl/_rels/workbook.xml.rels") =>
    faultOfXlsx(archiveOf(name, `<Relationship Id="r1" Type="x/${type}"\n Target="${target}"${about}/>`));
  expect(faultWith("worksheet", "worksheets/sheet1.xml")).toBeUndefined();
  expect(faultWith("styles", "styles.xml")).toBeUndefined();
  const padding = ` Note="${"-".repeat(200)}"`;
  for (const about of ["", padding]) {
    expect(faultWith("styles", "worksheets/sheet1.xml", about)).toBe("broken");
    expect(faultWith("sharedStrings", "/xl/worksheets&#x2F;sheet1.x&#0000000109;l", about)).toBe("broken");
    expect(faultWith("worksheet", "worksheets/a.xml", `${about} Type='x/styles'`)).toBe("broken");
    expect(faultWith("officeDocument", "xl/worksheets/a.xml", about, "_rels/.rels")).toBe("broken");
    expect(faultWith("styles", "sheet1.xml", about, "xl/worksheets/_rels/workbook.bin.rels")).toBe("broken");
  }
  // A link that somebody made in a cell.
  const link = ["hyperlink", "https://example.org/worksheets/a.xml", ""] as const;
  expect(faultWith(...link, "xl/worksheets/_rels/sheet1.xml.rels")).toBeUndefined();
});

test("lines of text name no more columns than are read, with any separator", async () => {
  for (const separator of [",", ";", "\t", "|"])
    expect(await faultOf(read(`at${separator.repeat(2_001)}\n1`))).toBe("too_many_columns");
  expect(await faultOf(read(`\n${"x".repeat(65_537)},b\n1,2`))).toBe("too_many_columns");
  expect(await faultOf(read(`at${",load".repeat(2_000)}\n1`))).toBeUndefined();
});

test("JSON is refused before it is parsed where it is deep, or of many objects, lists or keys", async () => {
  const parse = vi.spyOn(JSON, "parse");
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const refused = {
    not_json: [deep(9), `[${deep(8)}]`, `${"[".repeat(9)}${"]".repeat(9)}`],
    too_many_rows: [
      `[${"{},".repeat(1_000_000)}{}]`,
      `[${"[],".repeat(1_000_000)}[]]`,
      `{"at":1}${"\n".repeat(1_000_001)}`,
    ],
    too_many_columns: [`[{${'"a":1,'.repeat(2_000)}"a":1}]`],
  };
  for (const [fault, texts] of Object.entries(refused))
    for (const text of texts) expect(await faultOf(read(text))).toBe(fault);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  expect((await read(`{"at":1,"note":"${"{[:".repeat(3_000)}\\"{"}`)).text).toMatch(/^at,note\n1,/);
  expect((await read('[{"at":1,"more":{"a":{"b":[[]]}}}]')).text).toBe("at\n1");
});

/** The archive with another text of a part, stored as it is in front of the directory. */
function withPart(file: Buffer, name: string, change: (text: string) => string): Buffer {
  const entry = directoryEntry(file, name);
  const [end, at] = [file.length - 22, file.readUInt32LE(entry + 42)];
  const data = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const packedPart = file.subarray(data, data + file.readUInt32LE(entry + 20));
  const plain = file.readUInt16LE(entry + 10) === 8 ? inflateRawSync(packedPart) : packedPart;
  const part = Buffer.from(change(plain.toString()));
  const directory = file.readUInt32LE(end + 16);
  const added = Buffer.concat([file.subarray(at, data), part]);
  const bytes = Buffer.concat([file.subarray(0, directory), added, file.subarray(directory)]);
  const moved = entry + added.length;
  bytes.writeUInt16LE(0, moved + 10);
  // Without a checksum none is compared.
  for (const [place, value] of [0, part.length, part.length].entries())
    bytes.writeUInt32LE(value, moved + 16 + 4 * place);
  bytes.writeUInt32LE(directory, moved + 42);
  bytes.writeUInt32LE(directory + added.length, end + added.length + 16);
  return bytes;
}

test("texts with NUL, which the database keeps none of, are refused, and names of sheets lose it", async () => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a,b\n1,\0", "utf16le")]);
  expect(await faultOf(readImportFile(wide, 0))).toBe("not_text");
  expect(await faultOf(read('{"a\\u0000":1}'))).toBe("not_text");
  expect(await faultOf(read('{"a":"\\u0000"}'))).toBe("not_text");
  const sheet = (name: string, cell: string) => writeXlsx({ sheets: [{ name, rows: [["at", cell]] }] });
  expect(await faultOf(read(await sheet("Data", "a_x0000_")))).toBe("not_text");
  const named = withPart(Buffer.from(await sheet("Data", "load")), "xl/workbook.xml", (text) =>
    text.replace('"Data"', '"Da\0ta"'),
  );
  expect((await readImportFile(named, 0)).sheets).toEqual(["Data"]);
});

test("a line that is too long is refused before it is cut into cells, in any format", async () => {
  const long = "1".repeat(1024 * 1024);
  for (const file of [
    `at,load\n1,2\n1,${long}`,
    `at,load\n1,${"2,".repeat(600_000)}\n1,2`,
    `at,load\n1,"${long}\n`,
    `{"at":1,"load":"${long}"}`,
    `[{"at":1,"load":"${long}"}]`,
  ])
    expect(await faultOf(read(file))).toBe("line_too_long");
  const work = new FileWork();
  const mapping = CsvMapping.parse({ time: { column: "at" }, columns: [{ column: "load", metric: "load.power" }] });
  const options = { shiftMs: 0, ambiguity: "refuse" as const };
  const limits = { nowMs: 0, earliestMs: 0, keptFromMs: 0 };
  const opened = work.open({ source: { text: `at,load\n1,${long}` }, mapping, options, limits });
  expect(await faultOf(opened)).toBe("line_too_long");
});

test("names of columns are as short as mappings call them", async () => {
  const long = "n".repeat(300);
  const short = "n".repeat(256);
  const texts = [`at;"${long}"\n1;2`, `\n${long};at\n1;2`, `[{"${long}":1,"at":2}]`, `at,load\n1,${long}`];
  expect(await Promise.all(texts.map(async (text) => (await read(text)).text))).toEqual([
    `"at";"${short}"\n1;2`,
    `\n"${short}";"at"\n1;2`,
    `"${short}","at"\n1,2`,
    `at,load\n1,${long}`,
  ]);
});

test("names of columns and sheets lose signs that turn the direction of what stands around them", async () => {
  expect((await read("at;\u202Edaol\u202C\n1;2")).text).toBe('"at";"daol"\n1;2');
  expect((await read("at\t\u200Eload\n1\t2")).text).toBe('"at"\t"load"\n1\t2');
  expect((await read("at\tload\n1\t\u200E2")).text).toBe("at\tload\n1\t\u200E2");
  expect((await read('{"at":1,"\u2066load\u2069":2}')).text).toBe('"at","load"\n1,2');
  const book = await writeXlsx({ sheets: [{ name: "\u202EataD", rows: [["at", "\u200Fload"]] }] });
  expect(await read(book)).toMatchObject({ sheets: ["ataD"], text: '"at","load"' });
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

test("of lines that are too long bytes count, not characters", async () => {
  const text = `\uFEFF${`{"a":"${"€".repeat(1_000_000)}"}\n`.repeat(importTextLimitBytes / 2 ** 21)}`;
  expect(await faultOf(readImportFile(Buffer.from(text, "utf16le"), 0))).toBe("too_large");
});

test("rows are counted without the names and empty lines, and the first lines begin with the names", () => {
  expect(countRows("\uFEFF\na,b\n\n1,2\r\n3,4")).toBe(2);
  expect(firstLines("\uFEFF\n\na,b\r\n1,2\n3,4", 2)).toEqual(["a,b", "1,2"]);
});
