import { createInflateRaw, inflateRawSync } from "node:zlib";

import { plainName } from "@offgrid/contract/core/one-line";
import { importTextLimitBytes, type UploadFault } from "@offgrid/contract/recordings/import-limits";

import { MarkupMeter } from "./markup-meter.ts";
import { refuseFile } from "./upload-fault.ts";

/** Workbooks of Excel, LibreOffice and others. Read row by row; what they unpack to is known before it is unpacked. */

const entriesLimit = 2_000;
/** Markup takes several times what the cells do. */
const unpackedLimitBytes = 4 * importTextLimitBytes;
/** Of everything but sheets: the reader makes trees of whole parts in one go. */
const partsLimitBytes = 8 * 1024 * 1024;
/** Numbers and times of a sheet unpack to some ten times their size, also where most of them are 0. */
const mostUnpacked = 100;
/** A sheet that is no longer is read in no time, however it is packed. */
const harmlessBytes = 4 * 1024 * 1024;
/** How a part is packed, where it is. */
const deflated = 8;
/** What sheets refer to, such as links that people made, is not read. */
const isOfSheet = /^xl\/worksheets\/_rels\/[^/]+\.xml\.rels$/;
const isSheet = /^xl\/worksheets\/[^/]+\.xml$/;
const centralEntry = 0x02_01_4b_50;
const endOfDirectory = 0x06_05_4b_50;
const zip64Locator = 0x07_06_4b_50;
const endLength = 22;
const longestComment = 0xff_ff;

/**
 * What is wrong with the archive before its sheets are unpacked: it says that it unpacks to more than is read, or leaves
 * it open, or is packed as no program packs numbers, or gives a sheet out for another part. The reader refuses parts that unpack to more than they say.
 */
export function faultOfXlsx(bytes: Buffer): "too_large" | "too_heavy" | "broken" | undefined {
  const end = endOf(bytes);
  if (end === undefined) return "broken";
  const count = bytes.readUInt16LE(end + 10);
  let place = bytes.readUInt32LE(end + 16);
  // Of an archive in the format for more than 4 GiB the reader takes another directory than the one looked at here.
  if (bytes.readUInt32LE(end + 12) === 0xff_ff_ff_ff) return "too_large";
  if (end >= 20 && bytes.readUInt32LE(end - 20) === zip64Locator) return "too_large";
  if (count > entriesLimit || place > bytes.length) return "too_large";
  let [sheets, parts] = [0, 0];
  for (let entry = 0; entry < count; entry++) {
    if (place + 46 > bytes.length || bytes.readUInt32LE(place) !== centralEntry) return "too_large";
    const [small, large] = [bytes.readUInt32LE(place + 20), bytes.readUInt32LE(place + 24)];
    if (large === 0 && small > 2) return "too_large";
    // Its sizes stand behind the data, where nothing was promised.
    if (small === 0 && (bytes.readUInt16LE(place + 8) & 8) !== 0) return "too_large";
    const nameEnd = place + 46 + bytes.readUInt16LE(place + 28);
    // What is stored as it is takes its packed size, whatever it says of the other.
    const size = Math.max(small, large);
    const name = bytes.toString("utf8", place + 46, nameEnd);
    if (isSheet.test(name)) sheets += size;
    else parts += size;
    if (parts > partsLimitBytes || sheets + parts > unpackedLimitBytes) return "too_large";
    if (isSheet.test(name) && size > harmlessBytes && size > mostUnpacked * small) return "too_heavy";
    if (name.endsWith(".rels") && !isOfSheet.test(name)) {
      // No workbook lies among its own sheets, where it would refer to them by other names.
      if (name.startsWith("xl/worksheets/") || hasFalseSheet(textOfEntry(bytes, place))) return "broken";
    }
    place = nameEnd + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32);
  }
  return undefined;
}

/** A part as it is packed; empty where it lies elsewhere, which the reader refuses. @param place In the directory. */
function dataOfEntry(bytes: Buffer, place: number): Buffer {
  const local = bytes.readUInt32LE(place + 42);
  if (local + 30 > bytes.length) return Buffer.alloc(0);
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  return bytes.subarray(from, from + bytes.readUInt32LE(place + 20));
}

/** A small part; empty where it does not unpack to what it says, which the reader refuses. @param place In the directory. */
function textOfEntry(bytes: Buffer, place: number): string {
  const data = dataOfEntry(bytes, place);
  if (bytes.readUInt16LE(place + 10) !== deflated) return data.toString();
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, bytes.readUInt32LE(place + 24)) }).toString();
  } catch {
    return "";
  }
}

/** What of the markup of its sheets would take the reader minutes. @param bytes Of an archive without a fault. */
export async function faultOfMarkup(bytes: Buffer): Promise<UploadFault | undefined> {
  const end = endOf(bytes) ?? 0;
  let place = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry++) {
    const nameEnd = place + 46 + bytes.readUInt16LE(place + 28);
    const fault = isSheet.test(bytes.toString("utf8", place + 46, nameEnd)) && (await faultOfEntry(bytes, place));
    if (fault) return fault;
    place = nameEnd + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32);
  }
  return undefined;
}

async function faultOfEntry(bytes: Buffer, place: number): Promise<UploadFault | undefined> {
  const meter = new MarkupMeter();
  const data = dataOfEntry(bytes, place);
  if (bytes.readUInt16LE(place + 10) !== deflated) return meter.add(data);
  const plain = createInflateRaw({ chunkSize: 256 * 1024 });
  plain.end(data);
  let left = bytes.readUInt32LE(place + 24);
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      const fault = meter.add(chunk);
      if (fault) return fault;
      // The reader refuses what unpacks to more than it says.
      if ((left -= chunk.length) < 0) return undefined;
    }
  } catch {
    // It refuses what does not unpack, too.
  }
  return undefined;
}

/** Is a sheet, which may be large, said to be a part that the reader makes a tree of, such as the styles? */
function hasFalseSheet(relations: string): boolean {
  const plain = relations.replaceAll(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex: string, digits: string) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return code < 0x80 ? String.fromCodePoint(code) : "";
  });
  return plain.split("<").some((tag) => {
    if (!/worksheets\/[^"']{0,256}\.xml["']/.test(tag)) return false;
    const types = [...tag.matchAll(/Type\s*=\s*["']([^"']*)/g)].map(([, type]) => type);
    return types.length !== 1 || !types[0]?.endsWith("/worksheet");
  });
}

/** Where the end of the directory begins: exactly what the reader takes for it, or undefined. */
function endOf(bytes: Buffer): number | undefined {
  const last = bytes.length - endLength;
  for (let place = last; place >= Math.max(0, last - longestComment); place--) {
    if (bytes.readUInt32LE(place) !== endOfDirectory) continue;
    return place + endLength + bytes.readUInt16LE(place + 20) === bytes.length ? place : undefined;
  }
  return undefined;
}

/** The names of the sheets in their order. @throws Refusal where the file is no workbook. */
export async function xlsxSheets(bytes: Buffer): Promise<string[]> {
  const { readXlsx } = await import("hucre/xlsx");
  const names: string[] = [];
  const isWanted = ({ name }: { name: string }) => {
    names.push(plainName(name).slice(0, 100));
    return false;
  };
  await readXlsx(bytes, { sheets: isWanted }).catch(refuseUnreadable);
  return names;
}

/** Rows from 0, with the texts of their cells: times as ISO without a zone, numbers with a point. */
export async function* readXlsxRows(bytes: Buffer, sheet: number): AsyncGenerator<{ index: number; cells: string[] }> {
  const { streamXlsxRows } = await import("hucre/xlsx");
  const rows = streamXlsxRows(bytes, { sheet });
  try {
    for (;;) {
      const { done, value } = await rows.next().catch(refuseUnreadable);
      if (done) return;
      yield { index: value.index, cells: value.values.map(textOf) };
    }
  } finally {
    // Else the reader unpacks the rest although nobody takes it.
    await rows.return(undefined);
  }
}

function refuseUnreadable(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  return refuseFile(name === "EncryptedFileError" ? "encrypted" : "broken");
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return timeText(cell);
  if (typeof cell === "boolean") return cell ? "1" : "0";
  return typeof cell === "number" || typeof cell === "string" ? String(cell).trim() : "";
}

/** Workbooks count days as a fraction, so that a whole second is often missed by some microseconds. */
function timeText(date: Date): string {
  const ms = date.getTime();
  if (!Number.isFinite(ms)) return "";
  const second = Math.round(ms / 1_000) * 1_000;
  return new Date(Math.abs(ms - second) <= 5 ? second : ms).toISOString().slice(0, -1);
}
