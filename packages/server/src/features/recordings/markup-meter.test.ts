import { deflateRawSync } from "node:zlib";

import { Refusal } from "@offgrid/contract/core/refusal";
import { writeXlsx } from "hucre/xlsx";
import fc from "fast-check";
import { expect, test } from "vitest";

import { readImportFile } from "./import-file.ts";
import { longestMarkup, MarkupMeter } from "./markup-meter.ts";

const bytesOf = (text: string) => Buffer.from(text);

function isLong(text: string, sizes: readonly number[] = [text.length]): boolean {
  const meter = new MarkupMeter();
  const bytes = bytesOf(text);
  let from = 0;
  for (let piece = 0; from < bytes.length; piece++) {
    const size = sizes[piece % sizes.length] as number;
    if (meter.add(bytes.subarray(from, from + size))) return true;
    from += size;
  }
  return false;
}

const long = "a".repeat(longestMarkup + 1);
const endless = [
  `<c ${long}`,
  `<c a="${">".repeat(longestMarkup + 1)}`,
  `<c a='"' ${long}`,
  `<!-- ${"> <".repeat(longestMarkup)}`,
  `<!--> ${long}`,
  `<![CDATA[ ${"]>".repeat(longestMarkup)}`,
  `<!DOCTYPE ${long}`,
  `<?xml ${">".repeat(longestMarkup + 1)}`,
  `<?>${long}`,
  `</c ${long}`,
];

test("markup that does not end is found, whatever it is and however it is cut", () => {
  for (const text of endless) {
    expect(isLong(`<a><b x=">"/>${text}`)).toBe(true);
    expect(isLong(`<a>${text}`, [1, 5, 60_000])).toBe(true);
  }
});

test("markup that ends, and long texts between, are no fault", () => {
  const kinds = [
    "<a>",
    "</a>",
    "<a b='>'/>",
    '<a b=">">',
    "<!-- - -> -->",
    "<![CDATA[ ]] ]]>",
    "<!D>",
    "<!>",
    "<?a?>",
    long,
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...kinds), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1 }),
      (parts, sizes) => !isLong(parts.join(""), sizes),
    ),
    { numRuns: 40 },
  );
});

/** The workbook with another first sheet. */
async function withSheet(sheet: string): Promise<Buffer> {
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: "Data", rows: [["at"]] }] }));
  const name = "xl/worksheets/sheet1.xml";
  const entry = file.lastIndexOf(name) - 46;
  const [end, at] = [file.length - 22, file.readUInt32LE(entry + 42)];
  const data = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const part = deflateRawSync(sheet);
  const directory = file.readUInt32LE(end + 16);
  const added = Buffer.concat([file.subarray(at, data), part]);
  const bytes = Buffer.concat([file.subarray(0, directory), added, file.subarray(directory)]);
  const moved = entry + added.length;
  bytes.writeUInt16LE(8, moved + 10);
  for (const [place, value] of [0, part.length, sheet.length].entries())
    bytes.writeUInt32LE(value, moved + 16 + 4 * place);
  bytes.writeUInt32LE(directory, moved + 42);
  bytes.writeUInt32LE(directory + added.length, end + added.length + 16);
  return bytes;
}

test("a workbook with a tag of many megabytes is refused before it is read", async () => {
  const file = await withSheet(`<worksheet><sheetData><row r="1"><c ${"a".repeat(100_000_000)}`);
  const refused = await readImportFile(file, 0).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).fields).toEqual({ file: "too_heavy" });
});
