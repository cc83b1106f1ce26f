import { randomBytes } from "node:crypto";

import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";

import { type Cell, type Sheet, workbook } from "./workbook.ts";

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
const reopened = async (...given: Parameters<typeof workbook>) =>
  (await readXlsx(await bytesOf(workbook(...given)))).sheets;
/** Longer than what is packed at a time, and not to be packed. */
const noise = () => randomBytes(50_000).toString("base64");
const columns = [{ width: 16, isWhole: true }, { width: 20 }];

test("cells are read again as they were written: numbers, dates, words that nothing runs, and what there is not", async () => {
  const at = new Date(Date.UTC(2026, 5, 9, 14, 5, 7));
  const rows: Cell[][] = [
    [1_780_000_000_000, at],
    [-0.000_001_25, new Date(0)],
    [null, 'a "quote" & <mark>'],
    ["  spaces  ", "=SUM(A1)"],
    ["two\nlines", "Énergie \u0001\uFFFEété \u{1F31E}"],
  ];
  const [sheet] = await reopened([{ name: "R&D", columns, head: ["TimeStamp", "+head"], rows }]);
  expect(sheet?.name).toBe("R&D");
  expect(sheet?.rows).toEqual([["TimeStamp", "+head"], ...rows.slice(0, 4), ["two\nlines", "Énergie été \u{1F31E}"]]);
});

test("what a sheet cannot hold follows on others with the same head, and every column has its letter", async () => {
  const wide = Array.from({ length: 60 }, (_, index) => index);
  const rows = Array.from({ length: 7 }, () => wide);
  const sheets = await reopened(
    [
      { name: "Data", columns: [], head: ["Head"], rows },
      { name: "Full", columns: [], rows: rows.slice(0, 3) },
      { name: "None", columns: [], head: ["Head"], rows: [] },
    ],
    3,
  );
  expect(sheets.map(({ name }) => name)).toEqual(["Data", "Data_2", "Data_3", "Data_4", "Full", "None"]);
  expect(sheets.map((sheet) => sheet.rows.length)).toEqual([3, 3, 3, 2, 3, 1]);
  expect(sheets.slice(0, 4).map((sheet) => sheet.rows[0]?.[0])).toEqual(["Head", "Head", "Head", "Head"]);
  expect(sheets[3]?.rows[1]).toEqual(wide);
});

test("a sheet is asked for when the one before is complete, and rows as they are taken", async () => {
  const said: string[] = [];
  async function* rows(name: string, count: number) {
    for (let row = 0; row < count; row++) yield [`${name} ${row} ${noise()}`];
    said.push(`${name} over`);
  }
  async function* sheets(): AsyncGenerator<Sheet> {
    yield { name: "One", columns: [], rows: rows("one", 3) };
    said.push("two asked");
    yield { name: "Two", columns: [], rows: rows("two", 1) };
  }
  const stream = workbook(sheets());
  await stream.next();
  expect(said).toEqual([]);
  await bytesOf(stream);
  expect(said).toEqual(["one over", "two asked", "two over"]);
});

test("a file that is given up ends what its rows come from, and so does one whose rows fail", async () => {
  let ended = 0;
  async function* rows(isFailing: boolean) {
    try {
      for (;;) {
        yield [noise()];
        if (isFailing) throw new Error("The database is away.");
      }
    } finally {
      ended++;
    }
  }
  const given = workbook([{ name: "Data", columns: [], rows: rows(false) }]);
  await given.next();
  await given.return(undefined);
  expect(ended).toBe(1);
  await expect(bytesOf(workbook([{ name: "Data", columns: [], rows: rows(true) }]))).rejects.toThrow("is away");
  expect(ended).toBe(2);
});
